import { isRecord } from "../../../shared/json/record.ts";
import { intervalOf, numberOf } from "../../../shared/organisation/ranges.ts";
import { parseIpv4, parseIpv6 } from "../../../shared/url/addresses.ts";

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
