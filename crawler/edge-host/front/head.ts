import { isIP } from "node:net";

/** Fields that concern one connection only (RFC 9110 7.6.1), and what the front answers by itself. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Fields by which a runtime or Cloudflare itself speaks to a Worker: from outside nobody is believed. */
const OF_RUNTIME = /^(?:cf|mf)-/;

const CALLER_FIELD = "cf-connecting-ip";

/** Names and values by turns, as they came (`IncomingMessage.rawHeaders`). */
type RawFields = readonly string[];

function* fieldsOf(raw: RawFields): Generator<readonly [name: string, value: string]> {
  for (let at = 0; at + 1 < raw.length; at += 2) yield [raw[at] ?? "", raw[at + 1] ?? ""];
}

/** Fields without those of the connection, also of those that its `Connection` names. */
export function forwarded(raw: RawFields, isLeftOut: (name: string) => boolean = () => false): string[] {
  const named = [...fieldsOf(raw)]
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((one) => one.trim().toLowerCase()));
  return [...fieldsOf(raw)].flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return OF_CONNECTION.has(lower) || named.includes(lower) || isLeftOut(lower) ? [] : [name, value];
  });
}

export interface Addressed {
  /** The socket's other end. */
  readonly address: string;
  /** CLIENT_IP_HEADER in lower case; "": none, so that the socket's address is the caller's. */
  readonly clientIpHeader: string;
  /** Host and port of the address that the world knows. */
  readonly publicHost: string;
  /** Of the body, in bytes as the parser took them; null: there is none. */
  readonly length: number | "chunked" | null;
}

/**
 * A request's fields as the Worker may see them: nothing in its answers can depend on Host, or on what only a runtime says. Where the
 * body ends, and who asks, are said here: a caller could have the fields for it left out by naming them in `Connection`, and send the
 * Worker a second request in the body of the first.
 */
export function fieldsForWorker(
  raw: RawFields,
  { address, clientIpHeader, publicHost, length }: Addressed,
): string[] {
  const isSaidHere = (name: string) =>
    name === "host" || name === "content-length" || name === clientIpHeader;
  const kept = forwarded(raw, (name) => isSaidHere(name) || OF_RUNTIME.test(name));
  const named = [...fieldsOf(raw)].filter(([name]) => name.toLowerCase() === clientIpHeader).flat();
  const caller = clientIpHeader === CALLER_FIELD ? [] : [CALLER_FIELD, address.replace(/%.*$/, "")];
  return [...kept, "host", publicHost, ...named, ...caller, ...framing(length)];
}

/** RFC 9112 6.3 */
const framing = (length: Addressed["length"]): string[] => {
  if (length === null) return [];
  return length === "chunked" ? ["transfer-encoding", "chunked"] : ["content-length", String(length)];
};

const HOST = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/?#@\s]+))(?::\d{1,5})?$/i;

/** The name in a Host field, in lower case and without the root's dot; null: it is none. */
function hostnameOf(host: string): string | null {
  const [, v6, name] = HOST.exec(host) ?? [];
  return (v6 ?? name)?.toLowerCase().replace(/\.$/, "") ?? null;
}

/**
 * Whether a request that names this host may be meant for this edge: its public name, this machine's own, or an address. Others
 * are of somebody who had their name lead here, whose pages could ask in a reader's name (DNS rebinding).
 */
export function isHostOfOurs(host: string, publicHost: string): boolean {
  const name = hostnameOf(host);
  if (name === null) return false;
  return (
    isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost") || name === hostnameOf(publicHost)
  );
}

/** What a request asks for: the path with the query, and the host where the target names it as proxies are asked (RFC 9112 3.2.2). */
export function targetOf(target: string): { readonly path: string; readonly host: string | null } | null {
  if (target.startsWith("/")) return { path: target, host: null };
  const [, host, path = ""] = /^https?:\/\/([^/?#]*)([^#]*)/i.exec(target) ?? [];
  if (host === undefined) return null;
  return { path: path.startsWith("/") ? path : `/${path}`, host };
}
