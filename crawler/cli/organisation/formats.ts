import { exactAddresses } from "../../organisation/export/addresses.ts";
import type { Entry } from "../../organisation/export/entry.ts";
import { heritrixBeans } from "../../organisation/export/heritrix.ts";
import {
  browsertrixConfig,
  domainLines,
  entriesCsv,
  rowOf,
  wgetLines,
} from "../../organisation/export/lists.ts";
import { seedLines, surtLines } from "../../organisation/export/surt.ts";
import { WorkError } from "../../runtime/errors.ts";
import { escapedXml, jsonText } from "../output/json.ts";

/** What an export prints. */
export interface Export {
  readonly entries: readonly Entry[];
  /** The organisation's own blocks of addresses. */
  readonly cidrs: readonly string[];
  /** Machines with web servers, out of a scan: in place of all addresses of the blocks. */
  readonly webServers: readonly string[] | null;
  /** Blocks by a script, in place of single addresses. */
  readonly compact: boolean;
}

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

export const FORMATS = {
  domains: ({ entries }) => text(domainLines(entries)),
  csv: ({ entries }) => entriesCsv(entries),
  json: ({ entries }) => `${jsonText(entries.map(rowOf))}\n`,
  heritrix: (all) => escapedXml(heritrixBeans({ entries: all.entries, ...addressesOf(all) })),
  surt: ({ entries }) => text(surtLines(entries)),
  seeds: ({ entries }) => text(seedLines(entries)),
  browsertrix: ({ entries }) => browsertrixConfig(entries),
  wget: ({ entries }) => text(wgetLines(entries)),
} as const satisfies Readonly<Record<string, (all: Export) => string>>;

export type Format = keyof typeof FORMATS;

/** Throws a WorkError where the blocks have more addresses than a rule can hold. */
function addressesOf({ cidrs, webServers, compact }: Export) {
  if (compact) return { addresses: [], cidrs };
  if (webServers !== null) return { addresses: webServers, cidrs: [] };
  const exact = exactAddresses(cidrs);
  if (exact.kind === "too-many")
    throw new WorkError(
      `the organisation's ranges have ${exact.count} addresses, too many for a list: give --compact, or --web-servers with the output of nmap -oG`,
    );
  return { addresses: exact.addresses, cidrs: [] };
}
