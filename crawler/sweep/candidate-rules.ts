import { wikisOfUrl } from "../../db/people/contributions.ts";
import type { UrlId } from "../../db/types.ts";
import { ownHosts } from "../../db/wikis/own-hosts.ts";
import { internalTest } from "../../shared/interwiki/farm.ts";
import { spamMatch } from "../../shared/spam/lists.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../runtime/context.ts";
import { spamListsFor } from "../runtime/spam-judge.ts";

/** Of a URL that more wikis use, the lists of so many are asked, of every farm some. */
const WIKIS_MAX = 20;

/**
 * Whether one of these addresses, to which a replacement leads, is blocked by a list of a wiki that uses the URL, or in its own farm
 * (H5). One replacement is shown on all of them, so what one of them may not have is shown on none; which one is said to nobody (P1).
 */
export async function isRefused(
  db: Database,
  of: UrlId,
  addresses: readonly NormalisedUrl[],
): Promise<boolean> {
  for (const wiki of await wikisOfUrl(db, of, WIKIS_MAX)) {
    const { lists } = await spamListsFor(db, wiki);
    if (addresses.some((address) => spamMatch(lists, address) !== null)) return true;
    const isInternal = internalTest(await ownHosts(db, wiki));
    if (addresses.some((address) => isInternal(splitUrl(address)))) return true;
  }
  return false;
}
