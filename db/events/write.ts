import type { ArchiveLink } from "../../shared/answer/types.ts";
import { EVENT_PAGES_MAX, type EventDetail } from "../../shared/protocol/feed.ts";
import type { Database, Sql } from "../connect.ts";
import { storable, storableJson } from "../text.ts";
import type { PageRef, UrlId, WikiId } from "../types.ts";
import { type ConcernedChange, coalesce, type Draft } from "./coalesce.ts";

const ROWS_PER_STATEMENT = 2_000;

interface WikiDraft extends Draft {
  readonly wiki: WikiId;
}

/**
 * Writes what these changes, in their order, amount to for the followers of each wiki (D3, D4). To be called in the
 * transaction that stores how far the followers are told, after the statement that does and that locks the places of
 * these wikis: then each is told exactly once, and ids become visible in their order.
 */
export async function writeEvents(
  { sql }: Database,
  concerned: ReadonlyMap<WikiId, readonly ConcernedChange[]>,
): Promise<void> {
  const drafts = [...concerned].flatMap(([wiki, changes]) =>
    coalesce(changes).map((draft): WikiDraft => ({ ...draft, wiki })),
  );
  for (let at = 0; at < drafts.length; at += ROWS_PER_STATEMENT)
    await insert(sql, drafts.slice(at, at + ROWS_PER_STATEMENT));
}

/** For followers who miss what was pruned before it was told: they are to look at the lists anew. Days as in M8. */
export async function writeGap({ sql }: Database, wiki: WikiId): Promise<void> {
  await sql`
    insert into event (wiki_id, at, day, page_count, kind, pages, detail)
    values (${wiki}, statement_timestamp(), (statement_timestamp() at time zone 'UTC')::date - date '2017-01-01',
      0, 'gap', '[]', '{}')`;
}

async function insert(sql: Sql, drafts: readonly WikiDraft[]): Promise<void> {
  const titles = await titlesOf(sql, drafts);
  const remedies = await remediesOf(sql, drafts);
  const rows = drafts.map((draft) => rowOf(draft, titles, remedies));
  // One moment for all, and one that lies behind the lock: a later batch has none before it.
  await sql`
    insert into event (wiki_id, at, day, page_count, kind, url_id, url, pages, namespaces, detail)
    select wiki, statement_timestamp(), day, page_count, kind, url_id, url, pages::json, namespaces::int[], detail::json
    from unnest(
      ${rows.map(({ wiki }) => wiki)}::int[], ${rows.map(({ day }) => day)}::int[],
      ${rows.map(({ pageCount }) => pageCount)}::int[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ urlId }) => urlId)}::bigint[], ${rows.map(({ url }) => url)}::text[],
      ${rows.map(({ pages }) => pages)}::text[], ${rows.map(({ namespaces }) => namespaces)}::text[],
      ${rows.map(({ detail }) => detail)}::text[]
    ) with ordinality as given (wiki, day, page_count, kind, url_id, url, pages, namespaces, detail, place)
    order by place`;
}

/** By `wiki:pageid`. */
type Titles = ReadonlyMap<string, Pick<PageRef, "title" | "namespace">>;

async function titlesOf(sql: Sql, drafts: readonly WikiDraft[]): Promise<Titles> {
  const named = new Map(
    drafts.flatMap(({ wiki, pages, gone }) =>
      gone
        ? []
        : pages.slice(0, EVENT_PAGES_MAX).map((pageid) => [`${wiki}:${pageid}`, { wiki, pageid }] as const),
    ),
  );
  if (named.size === 0) return new Map();
  const ids = [...named.values()];
  const rows = await sql<(PageRef & { wiki: WikiId })[]>`
    select p.wiki_id as wiki, p.pageid, p.title, p.namespace
    from unnest(${ids.map(({ wiki }) => wiki)}::int[], ${ids.map(({ pageid }) => pageid)}::bigint[])
      as given (wiki, pageid)
    join page p on p.wiki_id = given.wiki and p.pageid = given.pageid`;
  return new Map(
    rows.map(({ wiki, pageid, title, namespace }) => [`${wiki}:${pageid}`, { title, namespace }]),
  );
}

/** What there is in place of a URL that failed. */
interface Remedies {
  readonly archives: readonly ArchiveLink[] | null;
  readonly replacement: string | null;
}

/** Of URLs that fail: whoever is told so can mend the page at once. */
async function remediesOf(sql: Sql, drafts: readonly Draft[]): Promise<ReadonlyMap<UrlId, Remedies>> {
  const ids = drafts.flatMap(({ kind, urlId }) =>
    urlId !== null && (kind === "unreachable" || kind === "doubtful") ? [urlId] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await sql<(Remedies & { id: UrlId })[]>`
    select id, (select json_agg(json_build_object('type', a.type, 'url', a.address) order by a.type)
        from archive a where a.url_id = id) as archives,
      (select r.url from replacement r where r.url_id = id and r.checked >= 0) as replacement
    from unnest(${ids}::bigint[]) as given (id)`;
  return new Map(rows.map(({ id, ...remedies }) => [id, remedies]));
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
    ...(known?.replacement && { replacement: known.replacement }),
  };
  return {
    wiki,
    kind,
    day,
    urlId,
    url: url === null ? null : storable(url),
    pageCount: Math.max(pages.length, pageCount),
    pages: storableJson(pages.map(({ pageid, namespace, title }) => [pageid, namespace, title])),
    namespaces: namespaces.every((namespace) => namespace === 0) ? null : `{${namespaces.join(",")}}`,
    detail: storableJson({ ...detail }),
  };
}

const BATCH = 10_000;

/**
 * Events older than so many seconds, by the database's clock; the newest of each wiki stays, as the place of those who
 * have read it all. Ends between two batches after the signal. Answers how many.
 */
export async function expireEvents(
  { sql }: Database,
  olderThanSeconds: number,
  signal?: AbortSignal,
): Promise<number> {
  const wikis = await sql<{ id: WikiId }[]>`select id from wiki order by id`;
  let expired = 0;
  for (const { id: wiki } of wikis) {
    // Goes on from its last place: before it there are deleted rows only, which would be walked over again with each batch.
    for (let after = 0, count = BATCH; count === BATCH; ) {
      if (signal?.aborted) return expired;
      // Ids of a wiki ascend with the time, so that no more rows are read than a batch has.
      const gone = await sql<{ id: number }[]>`
        delete from event e using (
          select id, at from event where wiki_id = ${wiki} and id > ${after} order by id limit ${BATCH}
        ) as old
        where e.wiki_id = ${wiki} and e.id = old.id
          and old.at < clock_timestamp() - make_interval(secs => ${olderThanSeconds})
          and e.id < (select max(id) from event where wiki_id = ${wiki})
        returning e.id`;
      count = gone.length;
      expired += count;
      after = gone.reduce((most, { id }) => Math.max(most, id), after);
    }
  }
  return expired;
}
