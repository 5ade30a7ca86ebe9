import { OpenConnections } from "./connection.ts";
import { socketsMax } from "./descriptors.ts";
import type { Came } from "./exchange-session.ts";
import { HttpExchange, type Shared } from "./http-exchange.ts";
import { Semaphore } from "./semaphore.ts";
import { TlsSessions } from "./tls.ts";
import type { ExchangeResult, Transport, TransportOptions } from "./transport.ts";

/**
 * Connections being set up at once, TLS included. A rush of thousands of handshakes takes both sides longer than anybody
 * waits; so many keep a processor busy. Who waits for a permit does not use up time.
 */
const SET_UP_MAX = 256;

/**
 * HTTP/1.1 on `Bun.connect` (design 12). The address dialled is the literal given; a certificate in trouble is noted
 * from the handshake while the same connection goes on to the answer. "not-tried" when this process has no socket left.
 */
export function createDialler(options: TransportOptions = {}): Transport {
  const shared: Shared = {
    options,
    connections: new OpenConnections(),
    sockets: options.sockets ?? new Semaphore(socketsMax()),
    settingUp: new Semaphore(options.setUpMax ?? SET_UP_MAX),
    tlsSessions: new TlsSessions(),
    isClosed: false,
  };
  return {
    async exchange(request) {
      if (shared.isClosed) return { kind: "not-tried", reason: "no-resources", tls: null };
      const exchange = new HttpExchange(request, shared);
      const journal = request.session?.journal ?? null;
      journal?.begin(request);
      const result = await exchange.run();
      journal?.end(cameOf(result));
      return result;
    },
    async close() {
      shared.isClosed = true;
      shared.connections.abandonAll();
    },
  };
}

function cameOf(result: ExchangeResult): Came {
  if (result.kind === "failure") return { failure: result.failure };
  if (result.kind === "not-tried") return { failure: result.reason };
  const { exchange } = result;
  return { http: exchange.http, ms: exchange.ms, answer: exchange };
}
