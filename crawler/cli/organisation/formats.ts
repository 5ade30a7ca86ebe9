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
  if (webServers !== null) {
    if (webServers.length === 0)
      throw new WorkError(
        "the scan has no web server at an address of the organisation's own: give another, or none",
      );
    return { addresses: webServers, blocks: [] };
  }
  const { addresses, rest: blocks } = listedAddresses(cidrs);
  if (cidrs.length > 0 && addresses.length + blocks.length === 0)
    complain(
      "weboid: no address is listed: the organisation has IPv6 blocks alone, and Heritrix looks up IPv4",
    );
  if (blocks.length > 0) {
    const names = blocks.map((ends) => ends.map((end) => textOf("ipv4", end)).join(" to ")).join(", ");
    complain(
      `weboid: too many addresses for a list, so they are blocks in a script, as with --compact: ${names}`,
    );
  }
  return { addresses, blocks };
}
