import { isRecord } from "../../../shared/json/record.ts";
import { intervalOf, numberOf } from "../../../shared/organisation/ranges.ts";
import { parseIpv4, parseIpv6 } from "../../../shared/url/addresses.ts";
import { endpointOf } from "../../../shared/url/endpoint.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { Reply } from "../registries/reply.ts";

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
      // The database is away, on which leases depend: asked again when it is back.
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

/** Which base addresses answer for which entries: one of IANA's files `dns.json`, `ipv4.json`, `ipv6.json`, `asn.json` (RFC 9224). */
export type Bootstrap = ReadonlyMap<string, readonly string[]>;

const SERVICES_MAX = 10_000;
const ENTRIES_MAX = 100_000;

const isText = (value: unknown): value is string => typeof value === "string";

/** @returns null where the text is no such file */
export function parseBootstrap(text: string): Bootstrap | null {
  const file = jsonOf(text);
  if (!isRecord(file) || !Array.isArray(file.services)) return null;
  const servers = new Map<string, string[]>();
  for (const service of file.services.slice(0, SERVICES_MAX) as unknown[]) {
    const [entries, urls] = Array.isArray(service) ? (service as unknown[]) : [];
    if (!Array.isArray(entries) || !Array.isArray(urls)) continue;
    const usable = urls.filter(isText).filter((url) => /^https?:\/\//.test(url));
    // The secure ones first, as the standard asks (RFC 9224 3).
    usable.sort((a, b) => Number(b.startsWith("https:")) - Number(a.startsWith("https:")));
    for (const entry of entries.filter(isText))
      if (servers.size < ENTRIES_MAX)
        servers.set(
          entry.toLowerCase(),
          usable.map((url) => url.replace(/\/*$/, "/")),
        );
  }
  return servers;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The servers for a domain: those of the longest entry of whole labels (RFC 9224 4). */
export function serversForDomain(bootstrap: Bootstrap, domain: string): readonly string[] {
  const labels = domain.toLowerCase().replace(/\.$/, "").split(".");
  for (let at = 0; at < labels.length; at++) {
    const found = bootstrap.get(labels.slice(at).join("."));
    if (found !== undefined) return found;
  }
  return [];
}

/** The servers for an address: those of the longest prefix (RFC 9224 5). */
export function serversForAddress(bootstrap: Bootstrap, text: string): readonly string[] {
  const address = parseIpv4(text) ?? parseIpv6(text);
  if (address === null) return [];
  const value = numberOf(address);
  let best: { readonly size: bigint; readonly servers: readonly string[] } | null = null;
  for (const [prefix, servers] of bootstrap) {
    const block = intervalOf(prefix);
    if (block === null || block.kind !== address.kind()) continue;
    const [first, last] = block.interval;
    if (value >= first && value <= last && (best === null || last - first < best.size))
      best = { size: last - first, servers };
  }
  return best?.servers ?? [];
}
