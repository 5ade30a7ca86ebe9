import { and, eq, isNotNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Database, Orm } from "../connect.ts";
import { archive, removedReplacement, replacement } from "../schema/index.ts";
import type { UrlId } from "../types.ts";
import { publishUrlChanges } from "../urls/verdict-changes.ts";
import { nextLook } from "./looks.ts";

/** It was seen working twice, so that readers are shown it. */
export const isShown = sql<boolean>`${replacement.checked} >= 0`;

/** As a day. */
const NEVER = -1 as const;

export type Proposed = "proposed" | "has-replacement" | "has-archive";

/**
 * H4: puts a replacement in line for the crawler, which checks whether it works; until then nobody is shown it. One that was removed
 * lately is what it was before, so that a removal can be undone, and is checked within a day. `archive`: the type of the archive in which
 * it is (A1), whose list it will go to. The caller has locked the URL.
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
  const isTaken = or(ne(archive.address, ""), archive.blocked);
  const taken = await orm.$count(archive, and(eq(archive.urlId, id), eq(archive.type, type ?? ""), isTaken));
  if (taken > 0) return "has-archive";
  const { seen, checked, target } = removedReplacement;
  const [before] = await orm
    .delete(removedReplacement)
    .where(and(eq(removedReplacement.urlId, id), eq(removedReplacement.url, address)))
    .returning({ seen, checked, target });
  const [stored] = await orm
    .insert(replacement)
    .values({ urlId: id, url: address, proposed, proposer, due: nextLook("first"), ...before })
    .onConflictDoNothing()
    .returning({ shown: isShown });
  if (stored?.shown === true)
    await publishUrlChanges(orm, [id], proposed, { news: ["replacement"], replacement: address });
  return stored === undefined ? "has-replacement" : "proposed";
}

/** Which of what people proposed for a URL: a replacement or version of this address, of this proposer; absent: any. */
export interface WhichProposals {
  readonly address?: NormalisedUrl;
  readonly proposer?: string;
  /** Who suggests it once more within 30 days has it back as it was; what an operator removes begins again. */
  readonly restorable?: true;
}

/**
 * H4: anyone may remove what somebody proposed, also what was not checked yet and what went to the archives. What our own visits
 * found stays, and so does what was blocked by hand (A2). The caller has locked the URL. False: there is none.
 */
export async function removeProposals(
  { orm }: Database,
  id: UrlId,
  { address, proposer, restorable }: WhichProposals,
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
    .returning({
      url: replacement.url,
      shown: isShown,
      seen: replacement.seen,
      checked: replacement.checked,
      target: replacement.target,
    });
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
    .returning({ url: archive.address, proposed: archive.proposed });
  if (removed?.shown === true)
    await publishUrlChanges(orm, [id], day, { news: ["replacement"], replacement: null });
  if (versions.length > 0) await publishUrlChanges(orm, [id], day, { news: ["archive"], archive: null });
  const known = versions.map(({ url, proposed }) => ({
    url: url as NormalisedUrl,
    seen: proposed ?? NEVER,
    checked: NEVER,
    target: "" as const,
  }));
  if (restorable === true)
    await keepRemoved(orm, id, [...(removed === undefined ? [] : [removed]), ...known], day);
  else await orm.delete(removedReplacement).where(eq(removedReplacement.urlId, id));
  return removed !== undefined || versions.length > 0;
}

/** So that they need not be proved once more (H5). */
async function keepRemoved(
  orm: Orm,
  urlId: UrlId,
  removed: readonly Omit<typeof removedReplacement.$inferInsert, "urlId" | "removed">[],
  day: Day,
): Promise<void> {
  for (const { url, seen, checked, target } of removed) {
    const row = { removed: day, seen, checked, target };
    await orm
      .insert(removedReplacement)
      .values({ urlId, url, ...row })
      .onConflictDoUpdate({ target: [removedReplacement.urlId, removedReplacement.url], set: row });
  }
}
