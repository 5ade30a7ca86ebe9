import { textOf } from "../../../shared/organisation/ranges.ts";
import { heritrixBlocks, listedAddresses } from "../../organisation/export/addresses.ts";
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
  /** Prints a remark beside the export. */
  readonly complain: (line: string) => void;
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

/** What a list cannot hold is a matter of the rule for blocks. */
function addressesOf({ cidrs, webServers, compact, complain }: Export) {
  if (compact) return { addresses: [], blocks: heritrixBlocks(cidrs) };
  if (webServers !== null) return { addresses: webServers, blocks: [] };
  const { addresses, rest: blocks } = listedAddresses(cidrs);
  if (blocks.length > 0) {
    const names = blocks.map((ends) => ends.map((end) => textOf("ipv4", end)).join(" to ")).join(", ");
    complain(
      `weboid: too many addresses for a list, so they are blocks in a script, as with --compact: ${names}`,
    );
  }
  return { addresses, blocks };
}
