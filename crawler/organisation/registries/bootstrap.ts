import { endpointOf } from "../../../shared/url/endpoint.ts";
import type { Clock } from "../../runtime/clock.ts";
import { type Bootstrap, parseBootstrap, serversForAddress, serversForDomain } from "../rdap/bootstrap.ts";
import type { Reply } from "./reply.ts";

/** IANA's lists of RDAP servers (RFC 9224): `dns.json`, `ipv4.json`, `ipv6.json`. */
export const IANA_BOOTSTRAP = "https://data.iana.org/rdap/";
type File = "dns" | "ipv4" | "ipv6";

/** They change some times a month; a failure is asked again sooner. */
const FRESH_MS = 24 * 3_600_000;
const RETRY_MS = 10 * 60_000;

interface Kept {
  list: Promise<Bootstrap>;
  /** Milliseconds since 1970. */
  untilMs: number;
}

export interface BootstrapOptions {
  /** With the final slash. */
  readonly base: string;
  readonly fetchText: (url: string) => Promise<Reply<string>>;
  readonly clock: Clock;
}

/** Says which RDAP server answers for a domain or an address: base addresses with a final slash, null where none is known. */
export class RdapServers {
  readonly #options: BootstrapOptions;
  readonly #kept = new Map<File, Kept>();
  readonly #endpoints = new Set<string | null>();

  constructor(options: BootstrapOptions) {
    this.#options = options;
  }

  /** @param domain in punycode and small letters */
  async ofDomain(domain: string): Promise<string | null> {
    return serversForDomain(await this.#list("dns"), domain)[0] ?? null;
  }

  async ofAddress(address: string): Promise<string | null> {
    return serversForAddress(await this.#list(address.includes(":") ? "ipv6" : "ipv4"), address)[0] ?? null;
  }

  /** Whether a list names a server there (shared/url/endpoint.ts). */
  isListed(endpoint: string): boolean {
    return this.#endpoints.has(endpoint);
  }

  #list(file: File): Promise<Bootstrap> {
    const { clock } = this.#options;
    const kept = this.#kept.get(file);
    if (kept !== undefined && kept.untilMs > clock.now()) return kept.list;
    const reading: Kept = { list: Promise.resolve(new Map()), untilMs: clock.now() + RETRY_MS };
    reading.list = this.#read(file, reading, kept?.list ?? reading.list).catch((error: unknown) => {
      // The database is away, on which turns depend: asked again when it is back.
      if (kept === undefined) this.#kept.delete(file);
      else this.#kept.set(file, kept);
      throw error;
    });
    this.#kept.set(file, reading);
    return reading.list;
  }

  /** What was read last stays in force while the list cannot be read. */
  async #read(file: File, reading: Kept, last: Promise<Bootstrap>): Promise<Bootstrap> {
    const { base, fetchText, clock } = this.#options;
    const answer = await fetchText(`${base}${file}.json`);
    const list = answer.kind === "answer" ? parseBootstrap(answer.value) : null;
    if (list === null) return last;
    reading.untilMs = clock.now() + FRESH_MS;
    for (const server of [...list.values()].flat()) this.#endpoints.add(endpointOf(server));
    return list;
  }
}
