import { and, eq, sql } from "drizzle-orm";
import { NOTHING_KNOWN, type UrlFacts } from "../../shared/answer/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import type { Snapshot } from "../../shared/snapshot/snapshot.ts";
import type { Scope } from "../../shared/spam/types.ts";
import { batch } from "../batch.ts";
import type { Database } from "../connect.ts";
import { farm, nameOfWiki, page, pageLink, spamUse, url, wiki } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId, WikiId } from "../types.ts";
import { factsOf } from "../urls/facts.ts";
import { hasSnapshot } from "./read.ts";

/** A page of a wiki. */
export interface WikiPage {
  readonly wiki: WikiId;
  readonly pageid: number;
}

const keyOf = ({ wiki, pageid }: WikiPage): string => `${wiki} ${pageid}`;

const givenPages = (pages: readonly WikiPage[]) =>
  batch("given", { wiki: page.wikiId, pageid: page.pageid }, pages);

/** What lists block on these pages (P1): it is not among their watched URLs, and nothing else is shown of it. */
async function spamOf(
  { orm }: Database,
  pages: readonly WikiPage[],
): Promise<ReadonlyMap<string, readonly UrlFacts[]>> {
  const { rows, ...given } = givenPages(pages);
  const uses = await orm
    .select({ wiki: spamUse.wikiId, pageid: spamUse.pageid, url: spamUse.url, spam: spamUse.list })
    .from(rows)
    .innerJoin(spamUse, and(eq(spamUse.wikiId, given.wiki), eq(spamUse.pageid, given.pageid)))
    .orderBy(spamUse.wikiId, spamUse.pageid, spamUse.url);
  const byPage = Map.groupBy(uses, keyOf);
  return new Map(
    [...byPage].map(([page, uses]) => [
      page,
      uses.map(({ url, spam }): UrlFacts => ({ ...NOTHING_KNOWN, url, spam })),
    ]),
  );
}

/** Which of these URLs, watched on some page of some wiki, are blocked on another page of this one. */
async function blockedOf(
  { orm }: Database,
  wikis: readonly WikiId[],
  ids: readonly UrlId[],
): Promise<ReadonlyMap<string, Scope>> {
  if (ids.length === 0) return new Map();
  const rows = await orm
    .select({ wiki: spamUse.wikiId, id: url.id, spam: sql<Scope>`min(${spamUse.list})` })
    .from(url)
    .innerJoin(spamUse, eq(spamUse.key, url.key))
    .where(and(isAnyOf(url.id, ids), isAnyOf(spamUse.wikiId, wikis)))
    .groupBy(spamUse.wikiId, url.id);
  return new Map(rows.map(({ wiki, id, spam }) => [`${wiki} ${id}`, spam]));
}

/** The snapshots of these pages as the database has them now; pages not watched, or never read, are left out. */
export async function snapshotInputs(db: Database, pages: readonly WikiPage[]): Promise<Snapshot[]> {
  const { rows: given, ...wanted } = givenPages(pages);
  const rows = await db.orm
    .select({
      wikiId: page.wikiId,
      wiki: nameOfWiki,
      pageid: page.pageid,
      title: page.title,
      namespace: page.namespace,
      read: page.linksRead,
      unwatched: page.unwatched,
      urls: pageLink.urls,
    })
    .from(given)
    .innerJoin(page, and(eq(page.wikiId, wanted.wiki), eq(page.pageid, wanted.pageid)))
    .innerJoin(wiki, eq(wiki.id, page.wikiId))
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .leftJoin(pageLink, and(eq(pageLink.wikiId, page.wikiId), eq(pageLink.pageid, page.pageid)))
    .where(hasSnapshot)
    .orderBy(page.wikiId, page.pageid);
  const ids = [...new Set(rows.flatMap(({ urls }) => urls ?? []))];
  const wikis = [...new Set(rows.map(({ wikiId }) => wikiId))];
  const [facts, spam, blocked] = await Promise.all([
    factsOf(db, null, ids),
    spamOf(db, pages),
    blockedOf(db, wikis, ids),
  ]);
  return rows.map(({ wikiId, read, urls, ...rest }) => {
    const watched = (urls ?? []).flatMap((id): UrlFacts[] => {
      const known = facts.get(id);
      return known === undefined ? [] : [{ ...known, spam: blocked.get(`${wikiId} ${id}`) ?? null }];
    });
    const blockedHere = spam.get(keyOf({ wiki: wikiId, pageid: rest.pageid })) ?? [];
    return { ...rest, asOf: asDay(read), urls: [...watched, ...blockedHere] };
  });
}

/** All that is stored of a watched page; null: not watched, or its links were never read. */
export async function pageFacts(db: Database, wikiId: WikiId, pageid: number): Promise<Snapshot | null> {
  const [snapshot] = await snapshotInputs(db, [{ wiki: wikiId, pageid }]);
  return snapshot ?? null;
}
