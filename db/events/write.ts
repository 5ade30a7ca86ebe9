import { and, eq, gt, lt, max, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ArchiveLink } from "../../shared/answer/types.ts";
import { EVENT_PAGES_MAX, type EventDetail } from "../../shared/protocol/feed.ts";
import { batch, insertFrom, insertRows } from "../batch.ts";
import type { WikiChange } from "../changes/read.ts";
import type { Database, Orm } from "../connect.ts";
import { archive, event, eventPage, move, page, replacement, wiki } from "../schema/index.ts";
import { fromNow, isAnyOf } from "../statement.ts";
import { storable } from "../text.ts";
import type { PageRef, UrlId, WikiId } from "../types.ts";
import { isArchived } from "../urls/row.ts";
import { coalesce, type Draft } from "./coalesce.ts";

const ROWS_PER_STATEMENT = 2_000;

interface WikiDraft extends Draft {
  readonly wiki: WikiId;
}

/**
 * Writes what these changes, in their order, amount to for the followers of each wiki (D3, D4). To be called in the
 * transaction that stores how far followers have it, after the statement that does and that locks the places of
 * these wikis: then each event is written once, and ids become visible in their order.
 */
export async function writeEvents(
  { orm }: Database,
  concerned: ReadonlyMap<WikiId, readonly WikiChange[]>,
): Promise<void> {
  const drafts = [...concerned].flatMap(([wiki, changes]) =>
    coalesce(changes).map((draft): WikiDraft => ({ ...draft, wiki })),
  );
  for (let at = 0; at < drafts.length; at += ROWS_PER_STATEMENT)
    await insert(orm, drafts.slice(at, at + ROWS_PER_STATEMENT));
}

/** For followers who miss what was pruned before it was published: they read the lists again. Days as in M8. */
export async function writeGap({ orm }: Database, wikiId: WikiId): Promise<void> {
  await orm.insert(event).values({
    wikiId,
    at: sql`statement_timestamp()`,
    day: sql`(statement_timestamp() at time zone 'UTC')::date - date '2017-01-01'`,
    pageCount: 0,
    kind: "gap",
    pages: [],
    detail: {},
  });
}

async function insert(orm: Orm, drafts: readonly WikiDraft[]): Promise<void> {
  const titles = await titlesOf(orm, drafts);
  const remedies = await remediesOf(orm, drafts);
  const { wikiId, day, pageCount, kind, urlId, url, pages, detail } = event;
  const given = batch(
    "given",
    { wikiId, day, pageCount, kind, urlId, url, pages, namespaces: event.url, detail },
    drafts.map((draft) => rowOf(draft, titles, remedies)),
  );
  // One moment for all, and one that lies behind the lock: a later batch has none before it.
  const { rows, place: _, ...fields } = given;
  const written = { ...fields, at: sql`statement_timestamp()`, namespaces: sql`${given.namespaces}::int[]` };
  const events = await insertFrom(orm, event, written, (found) => found.from(rows)).returning(PAGES_OF);
  await insertRows(orm, eventPage, ["wikiId", "pageid", "eventId"], events.flatMap(pagesOf));
}

const PAGES_OF = { wikiId: event.wikiId, id: event.id, pages: event.pages };

const pagesOf = ({ wikiId, id, pages }: Pick<typeof event.$inferSelect, keyof typeof PAGES_OF>) =>
  pages.map(([pageid]) => ({ wikiId, pageid, eventId: id }));

/** By `wiki:pageid`. */
type Titles = ReadonlyMap<string, Pick<PageRef, "title" | "namespace">>;

async function titlesOf(orm: Orm, drafts: readonly WikiDraft[]): Promise<Titles> {
  const named = new Map(
    drafts.flatMap(({ wiki, pages, gone }) =>
      gone
        ? []
        : pages.slice(0, EVENT_PAGES_MAX).map((pageid) => [`${wiki}:${pageid}`, { wiki, pageid }] as const),
    ),
  );
  if (named.size === 0) return new Map();
  const {
    rows: given,
    wiki,
    pageid,
  } = batch("given", { wiki: page.wikiId, pageid: page.pageid }, [...named.values()]);
  const rows = await orm
    .select({ wiki: page.wikiId, pageid: page.pageid, title: page.title, namespace: page.namespace })
    .from(given)
    .innerJoin(page, and(eq(page.wikiId, wiki), eq(page.pageid, pageid)));
  return new Map(
    rows.map(({ wiki, pageid, title, namespace }) => [`${wiki}:${pageid}`, { title, namespace }]),
  );
}

/** What there is in place of a URL that failed. */
interface Remedies {
  readonly archives: readonly ArchiveLink[] | null;
  readonly replacement: string | null;
  readonly movedTo: string | null;
}

/** That a version is gone or shown no more: others may be there. */
const isOfGoneArchive = ({ kind, detail }: Draft): boolean =>
  kind === "archive" && (detail.archives ?? []).every(({ url }) => url === "");

/** Of URLs that fail, so that followers can repair the page at once, and of those that lost an archived version. */
async function remediesOf(orm: Orm, drafts: readonly Draft[]): Promise<ReadonlyMap<UrlId, Remedies>> {
  const ids = drafts.flatMap((draft) => {
    const { kind, urlId } = draft;
    const isOf = kind === "unreachable" || kind === "doubtful" || isOfGoneArchive(draft);
    return urlId !== null && isOf ? [urlId] : [];
  });
  if (ids.length === 0) return new Map();
  const archives = await orm
    .select({ urlId: archive.urlId, type: archive.type, url: archive.address })
    .from(archive)
    .where(and(isAnyOf(archive.urlId, ids), isArchived))
    .orderBy(archive.type);
  const replacements = await orm
    .select({ urlId: replacement.urlId, url: replacement.url })
    .from(replacement)
    .where(and(isAnyOf(replacement.urlId, ids), ne(replacement.checked, -1)));
  const moves = await orm
    .select({ urlId: move.urlId, target: move.target })
    .from(move)
    .where(and(isAnyOf(move.urlId, ids), ne(move.checked, -1)));
  const targetOf = new Map(moves.map(({ urlId, target }) => [urlId, target]));
  const archivesOf = Map.groupBy(archives, ({ urlId }) => urlId);
  const replacementOf = new Map(replacements.map(({ urlId, url }) => [urlId, url]));
  return new Map(
    ids.map((id) => {
      const found = archivesOf.get(id)?.map(({ type, url }) => ({ type, url })) ?? null;
      return [
        id,
        { archives: found, replacement: replacementOf.get(id) ?? null, movedTo: targetOf.get(id) ?? null },
      ];
    }),
  );
}

function rowOf(draft: WikiDraft, titles: Titles, remedies: ReadonlyMap<UrlId, Remedies>) {
  const { wiki, kind, day, urlId, url, gone, pageCount } = draft;
  const pages = draft.pages.slice(0, EVENT_PAGES_MAX).flatMap((pageid) => {
    const page = gone ?? titles.get(`${wiki}:${pageid}`);
    return page === undefined ? [] : [{ pageid, ...page }];
  });
  const namespaces = [...new Set(pages.map(({ namespace }) => namespace))];
  const known = urlId === null ? undefined : remedies.get(urlId);
  const detail: EventDetail = {
    ...draft.detail,
    ...(known?.archives && { archives: known.archives }),
    ...(kind !== "archive" && known?.replacement && { replacement: known.replacement }),
    ...(kind !== "archive" && known?.movedTo && { target: known.movedTo }),
  };
  return {
    wikiId: wiki,
    kind,
    day,
    urlId,
    url: url === null ? null : storable(url),
    pageCount: Math.max(pages.length, pageCount),
    pages: pages.map(({ pageid, namespace, title }) => [pageid, namespace, title] as const),
    // As text: what arrays an array holds must be of one length.
    namespaces: namespaces.every((namespace) => namespace === 0) ? null : `{${namespaces.join(",")}}`,
    detail,
  };
}

const BATCH = 10_000;

/**
 * Events older than so many seconds, by the database's clock; the newest of these stays in each wiki, as the place of those who
 * had read it all before anything newer came. Ends between two batches after the signal. Answers how many.
 */
export async function expireEvents(
  db: Database,
  olderThanSeconds: number,
  signal?: AbortSignal,
): Promise<number> {
  const wikis = await db.orm.select({ id: wiki.id }).from(wiki).orderBy(wiki.id);
  let expired = 0;
  for (const { id } of wikis) {
    // Goes on from its last place: before it there are deleted rows only, which would be walked over again with each batch.
    for (let after = 0, count = BATCH; count === BATCH; ) {
      if (signal?.aborted) return expired;
      const gone = await db.transaction(({ orm }) => expireSome(orm, id, after, olderThanSeconds));
      count = gone.length;
      expired += count;
      after = gone.reduce((most, { id }) => Math.max(most, id), after);
    }
  }
  return expired;
}

/**
 * Ids of a wiki ascend with the time, so that no more rows are read than a batch has and one; by a range, whose plan no old statistics
 * spoil. Of those that are old the last stays, and goes with the next batch if there are more.
 */
async function expireSome(orm: Orm, wikiId: WikiId, after: number, olderThanSeconds: number) {
  const next = alias(event, "next");
  const read = orm
    .select({ id: next.id, at: next.at })
    .from(next)
    .where(and(eq(next.wikiId, wikiId), gt(next.id, after)))
    .orderBy(next.id)
    .limit(BATCH + 1)
    .as("read");
  const old = fromNow(-olderThanSeconds);
  const last = orm
    .select({ id: max(read.id) })
    .from(read)
    .where(lt(read.at, old));
  const gone = await orm
    .delete(event)
    .where(and(eq(event.wikiId, wikiId), gt(event.id, after), lt(event.at, old), sql`${event.id} < ${last}`))
    .returning(PAGES_OF);
  const { pageid, eventId } = eventPage;
  const given = batch("given", { pageid, eventId }, gone.flatMap(pagesOf));
  const found = orm.select({ pageid: given.pageid, eventId: given.eventId }).from(given.rows);
  await orm
    .delete(eventPage)
    .where(and(eq(eventPage.wikiId, wikiId), sql`(${pageid}, ${eventId}) in (${found})`));
  return gone;
}
