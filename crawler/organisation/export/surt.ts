import { parseIpv4 } from "../../../shared/url/addresses.ts";
import type { Entry } from "./entry.ts";

/**
 * The SURT prefixes of a name: `http://(org,example,` fits the domain and all below it, on any port; `http://(org,example,www,)` and
 * `http://(org,example,www,:` that host only, without a port and with any (`http://(org,example,www,:8080)/`). IPv4 addresses are not turned
 * around. Heritrix compares https as http.
 */
function surtPrefixes({ name, includesSubdomains }: Pick<Entry, "name" | "includesSubdomains">): string[] {
  const isAddress = parseIpv4(name) !== null;
  const host = isAddress ? name : `${reversed(name)},`;
  // "192.0.2.1" begins other addresses, too.
  return includesSubdomains && !isAddress ? [`http://(${host}`] : [`http://(${host})`, `http://(${host}:`];
}

const reversed = (name: string): string => name.split(".").reverse().join(",");

/** Lines of a file of SURT prefixes for Heritrix, in which "+" says that a line is one and no URL. */
export const surtLines = (entries: readonly Entry[]): string[] =>
  entries.flatMap((entry) => surtPrefixes(entry).map((prefix) => `+${prefix}`));

/** Addresses to begin with: every host that is known, and each domain's own. */
export const seedLines = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ name, hosts, ports }) =>
    (hosts.length === 0 ? [name] : hosts).map((host) => seedOf(host, ports.get(host) ?? [])),
  );

/** By https where nothing is known; of several ports the usual ones first. Ports such as 8443 are meant for https. */
function seedOf(host: string, ports: readonly number[]): string {
  if (ports.length === 0 || ports.includes(443)) return `https://${host}/`;
  if (ports.includes(80)) return `http://${host}/`;
  const port = Math.min(...ports);
  return `${port % 1_000 === 443 ? "https" : "http"}://${host}:${port}/`;
}
