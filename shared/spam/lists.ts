import type { BlockedDomains } from "./domains.ts";
import type { LineMatcher } from "./matcher.ts";
import { matchable } from "./syntax.ts";
import type { Entry, SpamMatch } from "./types.ts";
import type { Whitelist } from "./whitelist.ts";

/** The characters that PHP's trim() removes. */
const OUTER: ReadonlySet<string> = new Set(" \t\n\r\0\v");

/** PHP's trim(). Without a regular expression, whose time for the end of a line would be quadratic. */
function trimmed(line: string): string {
  let start = 0;
  let end = line.length;
  while (start < end && OUTER.has(line.charAt(start))) start++;
  while (end > start && OUTER.has(line.charAt(end - 1))) end--;
  return line.slice(start, end);
}

/**
 * The lines of a spam list's page. A comment begins at the first `#`, even behind a backslash; lines are trimmed; empty lines and
 * lines of a lone `0` are skipped, as in MediaWiki.
 */
export function linesOf(page: string): Entry[] {
  return page.split("\n").flatMap((raw, at) => {
    const hash = raw.indexOf("#");
    const text = trimmed(hash < 0 ? raw : raw.slice(0, hash));
    return text === "" || text === "0" ? [] : [{ line: at + 1, text }];
  });
}

/** The spam lists of a wiki (P1): its farm's and its own. */
export interface SpamLists {
  readonly global: LineMatcher;
  readonly local: LineMatcher;
  readonly whitelist: Whitelist;
  readonly domains: BlockedDomains;
}

/**
 * The entry that blocks a URL on a wiki, as its MediaWiki would decide; null: none. `url` is in the wiki's own spelling, for
 * which lists are written. The whitelist frees URLs from both blacklists, but not from blocked domains (AbuseFilter
 * has no whitelist).
 */
export function spamMatch({ global, local, whitelist, domains }: SpamLists, url: string): SpamMatch | null {
  const text = whitelist.strip(matchable(url));
  const globally = global.first(text);
  if (globally !== null) return { scope: "global", list: "blacklist", entry: globally };
  const locally = local.first(text);
  if (locally !== null) return { scope: "local", list: "blacklist", entry: locally };
  const domain = domains.of(url);
  return domain === null ? null : { scope: "local", list: "domains", entry: domain };
}
