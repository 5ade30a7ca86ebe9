import type { BlockedDomains } from "./domains.ts";
import type { LineMatcher } from "./matcher.ts";
import { matchable } from "./text.ts";
import type { SpamMatch } from "./types.ts";
import type { Whitelist } from "./whitelist.ts";

/** The lists that hold for a wiki (P1): the farm's and its own; of other wikis none. */
export interface SpamLists {
  readonly global: LineMatcher;
  readonly local: LineMatcher;
  readonly whitelist: Whitelist;
  readonly domains: BlockedDomains;
}

/**
 * What blocks a URL on a wiki, as its MediaWiki would judge it; null: nothing does. `url` as the wiki keeps it: it knows no
 * other spelling, and lists are written for that one. The whitelist frees what globally or locally listed lines match,
 * and nothing of the blocked domains (AbuseFilter knows no whitelist).
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
