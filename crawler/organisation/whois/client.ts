import { isIP, type Socket, connect as tcpConnect } from "node:net";
import type { EgressGuard } from "../../net/egress/guard.ts";
import type { Reply } from "../registries/reply.ts";
import { decodeWhois } from "./text.ts";

interface WhoisLimits {
  readonly ms: number;
  readonly bytes: number;
  readonly queryChars: number;
}

/** Bounds of one question (RFC 3912): from dialling to the end of the answer, and of the answer. */
const WHOIS_LIMITS: WhoisLimits = { ms: 15_000, bytes: 256 * 1024, queryChars: 300 };

/** A whois server: a name or address, and a port. */
export interface WhoisServer {
  readonly host: string;
  readonly port: number;
}

export interface WhoisOptions {
  readonly guard: EgressGuard;
  /** The addresses of a name; empty: it has none, or nobody knows. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  readonly limits?: Partial<WhoisLimits>;
  readonly signal: AbortSignal;
}

/** Asks one whois server one question. The answer is its text: UTF-8 where it is that, else Latin-1. */
export type AskWhois = (server: WhoisServer, query: string) => Promise<Reply<string>>;

export function createWhois({ guard, resolve, signal, ...options }: WhoisOptions): AskWhois {
  const limits = { ...WHOIS_LIMITS, ...options.limits };
  return async ({ host, port }, query) => {
    if (!/^[\x21-\x7e][\x20-\x7e]*$/.test(query) || query.length > limits.queryChars)
      return { kind: "failed", why: "no question for whois" };
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.ms)]);
    const found = isIP(host) === 0 ? await within(resolve(host), deadline, []) : [host];
    const endpoint = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
    const addresses = await guard.admitted(endpoint, found);
    if (addresses.length === 0)
      return {
        kind: "failed",
        why: `${endpoint} ${found.length === 0 ? "has no address" : "may not be contacted"}`,
      };
    const reply = await firstOf(addresses, (address) => converse({ address, port, query, limits, deadline }));
    return reply.kind === "answer" ? readAnswer(reply.value) : reply;
  };
}

interface Conversation {
  readonly address: string;
  readonly port: number;
  readonly query: string;
  readonly limits: WhoisLimits;
  readonly deadline: AbortSignal;
}

const ADDRESSES_MAX = 3;

/** The next address is dialled where one cannot be reached. */
async function firstOf(
  addresses: readonly string[],
  ask: (address: string) => Promise<Reply<Buffer>>,
): Promise<Reply<Buffer>> {
  let last: Reply<Buffer> = { kind: "failed", why: "no address" };
  for (const address of addresses.slice(0, ADDRESSES_MAX)) {
    last = await ask(address);
    if (last.kind === "answer") break;
  }
  return last;
}

/** One connection: the question in a line, and all that comes until the server closes (RFC 3912). Never rejects. */
function converse({ address, port, query, limits, deadline }: Conversation): Promise<Reply<Buffer>> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const socket: Socket = tcpConnect({ host: address, port, signal: deadline });
    const end = (answer: Reply<Buffer>) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => socket.write(`${query}\r\n`));
    socket.on("data", (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > limits.bytes) end({ kind: "failed", why: `more than ${limits.bytes} bytes` });
      else chunks.push(chunk);
    });
    socket.once("end", () => end({ kind: "answer", value: Buffer.concat(chunks) }));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      const late = deadline.aborted ? `no complete answer within ${limits.ms / 1_000} s` : null;
      end({ kind: "failed", why: late ?? error.code ?? error.message });
    });
    socket.once("close", () => end({ kind: "failed", why: "closed without an answer" }));
  });
}

function readAnswer(bytes: Buffer): Reply<string> {
  const text = decodeWhois(bytes).replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  if (text.trim() === "") return { kind: "failed", why: "an empty answer" };
  return { kind: "answer", value: text };
}

function within<T>(coming: Promise<T>, signal: AbortSignal, late: T): Promise<T> {
  if (signal.aborted) return Promise.resolve(late);
  const { promise, resolve } = Promise.withResolvers<T>();
  signal.addEventListener("abort", () => resolve(late), { once: true });
  return Promise.race([coming, promise]);
}
