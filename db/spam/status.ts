import { and, asc, eq, exists, isNotNull, isNull, ne, not, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";
import { farm, spamList, spamScan, spamUse, wiki } from "../schema/index.ts";
import { EXACT_ROWS_MAX, tableRows } from "../status/table-rows.ts";

const TROUBLES_MAX = 100;

/** `dewiki@WMF`, or `@WMF` for the global list. */
const ownerName = sql<string>`coalesce(${wiki.dbname}, '') || '@' || ${farm.name}`;

const isFed = sql`${wiki.paused} is not true`;
/** A farm whose list was taken away has none. */
const isKept = or(isNotNull(spamList.wikiId), ne(farm.spamList, ""));

/** What operators should know of spam lists. */
export async function spamStatus(db: Database) {
  const { orm } = db;
  const rows = await tableRows(db, spamUse);
  const fed = alias(wiki, "fed");
  // A farm without wikis needs no list.
  const hasWikis = exists(
    orm
      .select({ id: fed.id })
      .from(fed)
      .where(and(eq(fed.farm, spamList.farm), not(fed.paused))),
  );
  const isWanted = or(
    and(isNull(spamList.wikiId), hasWikis),
    and(isNotNull(spamList.wikiId), isNull(wiki.error)),
  );
  const [stale] = await orm
    .select({ of: ownerName, readAtMs: spamList.readAt })
    .from(spamList)
    .innerJoin(farm, eq(farm.code, spamList.farm))
    .leftJoin(wiki, eq(wiki.id, spamList.wikiId))
    .where(and(isNull(spamList.error), isFed, isNotNull(spamList.readAt), isKept, isWanted))
    .orderBy(asc(spamList.readAt))
    .limit(1);
  const troubles = await orm
    .select({
      /** `dewiki@WMF`, or `@WMF` for the global list. */
      of: ownerName,
      list: spamList.kind,
      error: sql<string>`${spamList.error}`,
      /** When it was last read; null: never. */
      readAtMs: spamList.readAt,
    })
    .from(spamList)
    .innerJoin(farm, eq(farm.code, spamList.farm))
    .leftJoin(wiki, eq(wiki.id, spamList.wikiId))
    .where(and(isNotNull(spamList.error), isFed, isKept))
    .orderBy(ownerName, spamList.kind)
    .limit(TROUBLES_MAX);
  return {
    /** Links of pages that lists block; estimated where there are more than a million. */
    uses: rows <= EXACT_ROWS_MAX ? await orm.$count(spamUse) : Math.round(rows),
    /** Changes of lists that known URLs are still tried on. */
    scansOpen: await orm.$count(spamScan),
    /** Lists that could not be read lately; what was read last is in force. */
    troubles,
    /** The list that was not read for longest: when it was, and whose it is; null: there is none. */
    oldestReadMs: stale?.readAtMs ?? null,
    stalest: stale?.of ?? null,
  };
}

export type SpamStatus = Awaited<ReturnType<typeof spamStatus>>;
