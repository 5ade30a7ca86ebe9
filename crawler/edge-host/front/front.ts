import { Agent, createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Callers } from "./callers.ts";
import type { FrontLimits } from "./limits.ts";
import { type RelayOptions, refuse, relay } from "./relay.ts";

/** workerd closes a connection at rest after five seconds; before that, it is not used again. */
const WORKER_REST_MS = 4_000;
const WORKER_RESTING_MAX = 256;

export interface FrontOptions {
  readonly hostname: string;
  /** 0: any. */
  readonly port: number;
  readonly limits: FrontLimits;
  /** CLIENT_IP_HEADER in lower case; "": callers come themselves. */
  readonly clientIpHeader: string;
  /** Where the world reaches this edge; null: at the address it listens on. */
  readonly publicUrl: string | null;
  /** Unix socket of the Worker. */
  readonly socketPath: string;
}

export interface Front {
  /** As it is reached from this machine, without a final slash. */
  readonly url: string;
  readonly publicUrl: string;
  /** The Worker answers from now on. */
  open(): void;
}

/**
 * What the world talks to in place of workerd, which sets no limits to slow or many callers: bounds heads, bodies, connections,
 * requests under way and unread answers, and passes on what a Worker may see (head.ts). Listens when it resolves.
 */
export async function listen(options: FrontOptions): Promise<Front> {
  const { limits, hostname } = options;
  let relaying: RelayOptions | null = null;
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.idleMs,
      maxHeaderSize: limits.headBytes,
      insecureHTTPParser: false,
      noDelay: true,
    },
    boundRequests(limits, (req, res) =>
      relaying === null
        ? refuse(res, 503, "the edge is starting; ask again in some seconds")
        : relay(req, res, relaying),
    ),
  );
  // Fields beyond this number would be dropped without a word; here they are what ends the request.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  if (options.clientIpHeader === "") countCallers(server, limits);
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen({ host: hostname, port: options.port }, done);
  });
  const url = `http://${hostOf(hostname)}:${(server.address() as AddressInfo).port}`;
  const publicUrl = options.publicUrl ?? url;
  const agent = new Agent({
    keepAlive: true,
    timeout: WORKER_REST_MS,
    maxFreeSockets: WORKER_RESTING_MAX,
    maxSockets: limits.requests,
  });
  return {
    url,
    publicUrl,
    open() {
      relaying = { ...options, agent, publicHost: new URL(publicUrl).host };
    },
  };
}

/** How a URL has an address; one that stands for all of this machine's is none that could be asked. */
function hostOf(hostname: string): string {
  if (hostname === "0.0.0.0" || hostname === "::") return "localhost";
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}

type Listener = (req: IncomingMessage, res: ServerResponse) => void;

/** Hands on no more requests at once than the limits say: a connection may send thousands without waiting for an answer. */
function boundRequests({ requestsPerConnection, requests }: FrontLimits, listener: Listener): Listener {
  let all = 0;
  const ofConnections = new WeakMap<Socket, number>();
  return (req, res) => {
    const { socket } = req;
    // Others of its requests were read before it was cut off.
    if (socket.destroyed) return;
    const own = ofConnections.get(socket) ?? 0;
    if (own >= requestsPerConnection) return void socket.destroy();
    if (all >= requests)
      return refuse(res, 503, "the edge has too many requests under way; ask again in some seconds");
    all++;
    ofConnections.set(socket, own + 1);
    res.once("close", () => {
      all--;
      ofConnections.set(socket, (ofConnections.get(socket) ?? 1) - 1);
    });
    listener(req, res);
  };
}

function countCallers(server: Server, limits: FrontLimits): void {
  const callers = new Callers(limits);
  server.on("connection", (socket) => {
    const leave = callers.enter(socket.remoteAddress ?? "");
    if (leave === null) socket.destroy();
    else socket.once("close", leave);
  });
}
