import { parseIpv4 } from "../../../shared/url/addresses.ts";
import type { Entry } from "./entry.ts";

/**
 * The SURT prefix of a name: `http://(org,example,` fits the domain and all below it, `http://(org,example,www,)` that host only. Addresses are not
 * turned around. Heritrix compares https as http.
 */
function surtPrefix({ name, includesSubdomains }: Pick<Entry, "name" | "includesSubdomains">): string {
  if (name.startsWith("[") || parseIpv4(name) !== null) return `http://(${name})`;
  const reversed = name.split(".").reverse().join(",");
  return includesSubdomains ? `http://(${reversed},` : `http://(${reversed},)`;
}

/** Lines of a file of SURT prefixes for Heritrix, in which "+" says that a line is one and no URL. */
export const surtLines = (entries: readonly Entry[]): string[] =>
  entries.map((entry) => `+${surtPrefix(entry)}`);

/** Addresses to begin with: every host that is known, and each domain's own. */
export const seedLines = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ name, hosts }) =>
    (hosts.length === 0 ? [name] : hosts).map((host) => `https://${host}/`),
  );
