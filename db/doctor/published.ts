import { and, asc, eq, gt, lte, max, min, ne, or, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { profileKeys, snapshotKey } from "../../shared/protocol/types.ts";
import { insertRows } from "../batch.ts";
import { concernedPages } from "../changes/concerned-pages.ts";
import { readChanges } from "../changes/read.ts";
import type { Database } from "../connect.ts";
import { forgetValues } from "../dispatch/published.ts";
import { hasSnapshot, pageNames } from "../pages/read.ts";
import {
  change,
  dispatchClient,
  farm,
  hostChange,
  nameOfWiki,
  page,
  pageLink,
  url,
  verdictChangeDue,
  wiki,
} from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { Position, WikiId } from "../types.ts";
import type { Extent } from "./ranges.ts";

/** A wiki at an edge, as it was published there (D2). */
export interface EdgeClient {
  readonly wiki: WikiId;
  /** `dewiki@WMF` */
  readonly name: string;
  readonly position: Position;
  readonly needsExport: boolean;
  /** It is to be written there. */
  readonly profileDue: boolean;
  readonly paused: boolean;
  readonly fence: number;
}

export function edgeClients({ orm }: Database, target: string): Promise<EdgeClient[]> {
  const { positionXid, positionId, needsExport, profileDue, fence } = dispatchClient;
  return orm
    .select({
      wiki: dispatchClient.wikiId,
      name: nameOfWiki,
      position: { xid: positionXid, id: positionId },
      needsExport,
      profileDue,
      paused: wiki.paused,
      fence,
    })
    .from(dispatchClient)
    .innerJoin(wiki, eq(wiki.id, dispatchClient.wikiId))
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .where(eq(dispatchClient.target, target))
    .orderBy(nameOfWiki);
}

/** Edges beside the one that is looked at. */
export async function otherEdges({ orm }: Database, target: string, feed: string): Promise<string[]> {
  const rows = await orm
    .selectDistinct({ target: dispatchClient.target })
    .from(dispatchClient)
    .where(and(ne(dispatchClient.target, target), ne(dispatchClient.target, feed)));
  return rows.map((row) => row.target);
}

/** Pages behind each place at which a sample begins. */
const RUN_PAGES = 5;

/** About `most` pages of a wiki that have a snapshot: all if they are fewer, else runs of some from random ids on. */
export async function samplePages(
  { orm }: Database,
  wikiId: WikiId,
  { random }: Extent,
  most: number,
): Promise<number[]> {
  const from = async (start: number, limit: number) => {
    const rows = await orm
      .select({ pageid: page.pageid })
      .from(page)
      .where(and(eq(page.wikiId, wikiId), gt(page.pageid, start), hasSnapshot))
      .orderBy(asc(page.pageid))
      .limit(limit);
    return rows.map(({ pageid }) => pageid);
  };
  const first = await from(0, most + 1);
  if (first.length <= most) return first;
  const [ends] = await orm
    .select({ low: min(page.pageid), high: max(page.pageid) })
    .from(page)
    .where(eq(page.wikiId, wikiId));
  const [low, high] = [ends?.low ?? 0, ends?.high ?? 0];
  const chosen = new Set<number>();
  for (let run = 0; run < most / RUN_PAGES; run++)
    for (const pageid of await from(low - 1 + Math.floor(random() * (high - low + 1)), RUN_PAGES))
      chosen.add(pageid);
  return [...chosen].sort((one, other) => one - other);
}

/** Changes that are read to see which pages wait. */
const CHANGES_MAX = 20_000;
/** Behind all of them: also those whose order is not settled yet (design 6). */
const END: Position = { xid: "18446744073709551615", id: 0 };

/**
 * Which of these pages wait for something that is still to be published: changes behind the client's position; verdicts that changed
 * with the day, and news of hosts, of which maintainers write the changes. null: too many changes wait to say.
 */
export async function waitingPages(
  db: Database,
  client: Pick<EdgeClient, "wiki" | "position">,
  pageids: readonly number[],
  today: Day,
): Promise<ReadonlySet<number> | null> {
  const { changes, last } = await readChanges(db, client.position, CHANGES_MAX, END);
  if (!last) return null;
  const waiting = new Set<number>();
  for await (const pages of concernedPages(db, changes, [client.wiki]))
    for (const { pageid } of pages) waiting.add(pageid);
  const planned = await db.orm
    .selectDistinct({ pageid: pageLink.pageid })
    .from(pageLink)
    .innerJoin(url, sql`${url.id} = any(${pageLink.urls})`)
    .leftJoin(verdictChangeDue, eq(verdictChangeDue.urlId, url.id))
    .where(
      and(
        eq(pageLink.wikiId, client.wiki),
        isAnyOf(pageLink.pageid, pageids),
        or(
          and(lte(verdictChangeDue.due, today), eq(verdictChangeDue.published, false)),
          sql`exists (select 1 from ${hostChange} where ${hostChange.hostId} = ${url.hostId})`,
        ),
      ),
    );
  for (const { pageid } of planned) waiting.add(pageid);
  return waiting;
}

/**
 * Has pages published once more as they are now, or removed where they are not watched: by changes that say nothing new to followers,
 * and by forgetting what was written to the edge before. Answers how many.
 */
export function publishAgain(
  db: Database,
  { wiki: wikiId, name }: Pick<EdgeClient, "wiki" | "name">,
  target: string,
  pageids: readonly number[],
  today: Day,
): Promise<number> {
  return db.transaction(async (tx) => {
    await forgetValues(
      tx,
      target,
      pageids.map((pageid) => snapshotKey(name, pageid)),
    );
    const names = await pageNames(tx, wikiId, pageids);
    const nothing = { came: false, added: 0, removed: 0, urls: { came: [], gone: [] } };
    const rows = pageids.map((pageid) => {
      const { title = "", namespace = 0 } = names.get(pageid) ?? {};
      const payload = { wiki: name, title, namespace, ...nothing };
      return { day: today, kind: "page-links" as const, wikiId, pageid, payload };
    });
    if (rows.length > 0)
      await insertRows(tx.orm, change, ["day", "kind", "wikiId", "pageid", "payload"], rows);
    return rows.length;
  });
}

/** Has a wiki's profile written once more, whatever was written to the edge before. Answers how many. */
export function publishProfileAgain(
  db: Database,
  { wiki: wikiId, name }: Pick<EdgeClient, "wiki" | "name">,
  target: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    await forgetValues(tx, target, profileKeys(name));
    const { count } = await tx.orm
      .update(dispatchClient)
      .set({ profileDue: true })
      .where(and(eq(dispatchClient.wikiId, wikiId), eq(dispatchClient.target, target)));
    return count;
  });
}
