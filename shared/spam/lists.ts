import type { BlockedDomains } from "./domains.ts";
import type { LineMatcher } from "./matcher.ts";
import { matchable } from "./syntax.ts";
import { ENTRIES_MAX, type Entry, type SpamMatch } from "./types.ts";
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
 * lines of a lone `0` are skipped, as in MediaWiki. At most ENTRIES_MAX and one that says how many are left out.
 */
export function linesOf(page: string): Entry[] {
  const entries: Entry[] = [];
  let first: Entry | null = null;
  let more = -1;
  for (let line = 1, start = 0; start <= page.length; line++) {
    const newline = page.indexOf("\n", start);
    const end = newline < 0 ? page.length : newline;
    const raw = page.slice(start, end);
    start = end + 1;
    const hash = raw.indexOf("#");
    const text = trimmed(hash < 0 ? raw : raw.slice(0, hash));
    if (text === "" || text === "0") continue;
    if (entries.length < ENTRIES_MAX) entries.push({ line, text });
    else {
      first ??= { line, text };
      more += 1;
    }
  }
  return first === null ? entries : [...entries, { ...first, more }];
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
