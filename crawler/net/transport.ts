import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import type { Exchange, NotTried, TlsTrouble } from "../classify/outcome.ts";
import { watchCache } from "../runtime/caches.ts";
import type { ExchangeSession } from "./exchange-session.ts";
import type { ExchangeLimits } from "./limits.ts";
import type { Semaphore } from "./semaphore.ts";

/** In the order in which they go over the wire. Host is the transport's own. */
export type RequestFields = readonly (readonly [name: string, value: string])[];

/** One request to one host whose addresses are already known and allowed: nothing in a transport asks the name service. */
export interface ExchangeRequest {
  readonly url: NormalisedUrl;
  /** Scheme http or https. */
  readonly parts: UrlParts;
  readonly method: "HEAD" | "GET";
  /** Dialled as literals in this order until one takes the connection; at least one, IPv6 without brackets. */
  readonly addresses: readonly string[];
  readonly fields: RequestFields;
  /** The page's text is wanted (`Exchange.page`), not only the beginning of it. */
  readonly wantsPage?: boolean;
  readonly limits: ExchangeLimits;
  /** Of the check that asks: its time, and the connection that it has already. */
  readonly session: ExchangeSession;
}

/**
 * What came of a request: expected failures are values. `tls` beside an answer: the certificate is in trouble and the
 * answer was read nevertheless (one connection shows both); beside the failure "tls": what kind. "not-tried": the trouble
 * is ours, and says nothing of the server.
 */
export type ExchangeResult =
  | { readonly kind: "exchange"; readonly exchange: Exchange; readonly tls: TlsTrouble | null }
  | { readonly kind: "failure"; readonly failure: NetworkFailure; readonly tls: TlsTrouble | null }
  | { readonly kind: "not-tried"; readonly reason: NotTried; readonly tls: null };

/** This process has no socket left, or was too late to see what came. */
export const NO_ROOM: ExchangeResult = { kind: "not-tried", reason: "no-resources", tls: null };

export interface TransportOptions {
  /** PEM, in place of the built-in roots: for tests. */
  readonly ca?: string;
  /**
   * Where the schemes' own ports (80, 443) are dialled in truth: a test web can have them without being root. All else
   * is as if they were the real ones.
   */
  readonly ownPorts?: OwnPorts;
  /** For each socket; absent: as many as three quarters of the files that this process may open. */
  readonly sockets?: Semaphore;
  /** Connections being set up at once, where the transport bounds them; for tests. */
  readonly setUpMax?: number;
}

export interface OwnPorts {
  readonly http: number;
  readonly https: number;
  readonly ftp?: number;
  readonly ftps?: number;
  readonly sftp?: number;
}

/** Sends one request on the connection of its session, or a new one. No redirects, no cookies, no credentials, no proxies. */
export interface Transport {
  exchange(request: ExchangeRequest): Promise<ExchangeResult>;
  /** Ends what is open. */
  close(): Promise<void>;
}

const OWN_PORTS: OwnPorts = { http: 80, https: 443 };

/** The port to dial. */
export function portOf({ scheme, port }: UrlParts, ownPorts: OwnPorts = OWN_PORTS): number {
  if (port !== 0) return port;
  return scheme === "https" ? ownPorts.https : ownPorts.http;
}

/** RFC 9112, section 3.2: the host with its port where that is not the scheme's own. */
function authorityOf({ host, port }: UrlParts): string {
  if (port === 0) return host;
  const known = authorities.get(host);
  if (known?.port === port) return known.text;
  if (authorities.size >= AUTHORITIES_MAX) authorities.clear();
  const text = `${host}:${port}`;
  authorities.set(host, { port, text });
  return text;
}

/** With their ports, by host: what checks of a host share is looked up by the same string, whose hash is known. */
const AUTHORITIES_MAX = 1_000;
const authorities = watchCache(
  "authorities",
  new Map<string, { readonly port: number; readonly text: string }>(),
  AUTHORITIES_MAX,
);

/** What a connection is made for. */
export const originOf = (parts: UrlParts): string => `${parts.scheme}://${authorityOf(parts)}`;

/** The host as a certificate names it: an IPv6 literal without brackets. */
export const bareHost = ({ host }: UrlParts): string => (host.startsWith("[") ? host.slice(1, -1) : host);

/** Printable ASCII without blanks: with anything else a line of the request could be forged. */
const ONE_WORD = /^[\x21-\x7e]+$/;
/** The same fields are sent with every request: they are joined once. */
const joined = new WeakMap<RequestFields, string>();

function fieldLines(fields: RequestFields): string {
  const known = joined.get(fields);
  if (known !== undefined) return known;
  const lines = `${fields.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  // An operator's name may be in the contact.
  const ascii = lines.replace(/[^\0-\x7f]+/gu, (text) => encodeURIComponent(text.toWellFormed()));
  joined.set(fields, ascii);
  return ascii;
}

/** The request as sent (RFC 9112, section 3), in ASCII. Throws a RangeError for parts that no normalised URL has. */
export function requestText({ method, parts, fields }: ExchangeRequest): string {
  if (!ONE_WORD.test(parts.path) || !ONE_WORD.test(parts.host))
    throw new RangeError(`not normalised: ${JSON.stringify(parts)}`);
  return `${method} ${parts.path} HTTP/1.1\r\nHost: ${authorityOf(parts)}\r\n${fieldLines(fields)}`;
}
