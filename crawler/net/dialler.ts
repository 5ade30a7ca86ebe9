import { OpenConnections } from "./connection.ts";
import type { Shared } from "./connector.ts";
import { socketsMax } from "./descriptors.ts";
import { HttpExchange } from "./http-exchange.ts";
import { Semaphore } from "./semaphore.ts";
import { TlsSessions } from "./tls.ts";
import { NO_ROOM, type Transport, type TransportOptions } from "./transport.ts";

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
    socketLimit: options.sockets ?? new Semaphore(socketsMax()),
    setUpLimit: new Semaphore(options.setUpMax ?? SET_UP_MAX),
    tlsSessions: new TlsSessions(),
    isClosed: false,
  };
  return {
    exchange(request) {
      if (shared.isClosed) return Promise.resolve(NO_ROOM);
      return new HttpExchange(request, shared).run();
    },
    async close() {
      shared.isClosed = true;
      shared.connections.abandonAll();
    },
  };
}
