import { and, eq, isNotNull, not, type SQL, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database } from "../connect.ts";
import { archive, replacement } from "../schema/index.ts";
import type { UrlId } from "../types.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import { nextLook } from "./looks.ts";

/** It was seen working twice, so that readers are shown it. */
export const isShown = sql<boolean>`${replacement.checked} >= 0`;

export type Proposed = "proposed" | "has-replacement" | "has-archive";

/**
 * H4: puts a replacement in line for the crawler, which checks whether it works; until then nobody is shown it. `archive`: the type of
 * the archive in which it is (A1), whose list it will go to. The caller has locked the URL.
 */
export async function proposeReplacement(
  { orm }: Database,
  id: UrlId,
  proposal: {
    readonly url: NormalisedUrl;
    readonly archive: string | null;
    /** As of reports. */
    readonly proposer: string;
    readonly day: Day;
  },
): Promise<Proposed> {
  const { archive: type, day: proposed, url: address, proposer } = proposal;
  const taken = await orm.$count(archive, and(eq(archive.urlId, id), eq(archive.type, type ?? "")));
  if (taken > 0) return "has-archive";
  const { count } = await orm
    .insert(replacement)
    .values({ urlId: id, url: address, proposed, proposer, due: nextLook("first") })
    .onConflictDoNothing();
  return count > 0 ? "proposed" : "has-replacement";
}

/** Which of what people proposed for a URL: a replacement or version of this address, of this proposer; absent: any. */
export interface WhichProposals {
  readonly address?: NormalisedUrl;
  readonly proposer?: string;
}

/**
 * H4: anyone may remove what somebody proposed, also what was not checked yet and what went to the archives. What our own visits
 * found stays, and so does what was blocked by hand (A2). The caller has locked the URL. False: there is none.
 */
export async function removeProposals(
  { orm }: Database,
  id: UrlId,
  { address, proposer }: WhichProposals,
  day: Day,
): Promise<boolean> {
  const isBy = (column: typeof archive.proposer | typeof replacement.proposer): SQL | undefined =>
    proposer === undefined ? undefined : eq(column, proposer);
  const [removed] = await orm
    .delete(replacement)
    .where(
      and(
        eq(replacement.urlId, id),
        address === undefined ? undefined : eq(replacement.url, address),
        isBy(replacement.proposer),
      ),
    )
    .returning({ shown: isShown });
  const versions = await orm
    .delete(archive)
    .where(
      and(
        eq(archive.urlId, id),
        isNotNull(archive.proposed),
        not(archive.blocked),
        address === undefined ? undefined : eq(archive.address, address),
        isBy(archive.proposer),
      ),
    )
    .returning({ type: archive.type });
  if (removed?.shown === true)
    await publishUrlChanges(orm, [id], day, { news: ["replacement"], replacement: null });
  if (versions.length > 0) await publishUrlChanges(orm, [id], day, { news: ["archive"], archive: null });
  return removed !== undefined || versions.length > 0;
}
