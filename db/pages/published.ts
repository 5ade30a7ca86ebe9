import { and, eq, notExists, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { insertFrom, prebuiltBatch } from "../batch.ts";
import { listed } from "../changes/published.ts";
import { CHANGE_LISTED_MAX, type ChangePayloads, type ShownSpam } from "../changes/types.ts";
import type { Orm } from "../connect.ts";
import { prebuilt } from "../orm.ts";
import { change, host, page, pageLink, spamUse, url } from "../schema/index.ts";
import { arrayOf, isAnyOf, typed } from "../statement.ts";
import type { PageRef, UrlId, WikiId } from "../types.ts";
import { decodeUrl, urlColumns } from "../urls/row.ts";
import { selectWikiName } from "../wikis/wikis.ts";
import type { SpamDifference } from "./spam.ts";

type PageKind = "page-links" | "page-deleted" | "url-deleted";

/** Something new about a page of a wiki. */
export interface PageChange<Kind extends PageKind> {
  readonly pageid: number;
  readonly payload: Omit<ChangePayloads[Kind], "wiki">;
}

/** Publishes what is new about pages (D1), in the caller's transaction. */
export async function writePageChanges<Kind extends PageKind>(
  orm: Orm,
  { wikiId, kind, day }: { readonly wikiId: WikiId; readonly kind: Kind; readonly day: Day },
  changes: readonly PageChange<Kind>[],
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ pageid, payload }) => ({ pageid, payload: payload as ChangePayloads[Kind] }));
  await insertChanges(orm, { day, kind, wikiId, ...givenChanges.values(rows) });
}

const givenChanges = prebuiltBatch("given", { pageid: change.pageid, payload: change.payload });
const insertChanges = prebuilt((orm) => {
  const { rows, pageid, payload } = givenChanges;
  const wikiId = typed(change.wikiId, sql.placeholder("wikiId"));
  const fields = {
    day: typed(change.day, sql.placeholder("day")),
    kind: typed(change.kind, sql.placeholder("kind")),
    wikiId,
    pageid,
    payload: sql`${payload} || jsonb_build_object('wiki', ${selectWikiName(orm, wikiId)})`,
  };
  return insertFrom(orm, change, fields, (found) => found.from(rows));
});

/** URLs as a change row lists them, of as many as it has room for. */
async function listedUrls(orm: Orm, ids: readonly UrlId[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await orm
    .select(urlColumns)
    .from(url)
    .innerJoin(host, eq(host.id, url.hostId))
    .where(isAnyOf(url.id, ids.slice(0, CHANGE_LISTED_MAX)));
  return listed(rows.map(decodeUrl), String);
}

/** How a page's links differ from those that are stored. */
interface LinkDifference {
  readonly added: readonly UrlId[];
  readonly removed: readonly UrlId[];
  /** null: the same are blocked. */
  readonly blocked: SpamDifference | null;
  /** It has more or fewer links than before that are not watched. */
  readonly recounted: boolean;
}

/** What is new to readers of a page; null: nothing. */
export async function pageChange(
  orm: Orm,
  page: PageRef,
  before: Pick<PageRef, "title" | "namespace"> & { readonly linksRead: number },
  { added, removed, blocked, recounted }: LinkDifference,
): Promise<PageChange<"page-links"> | null> {
  const { pageid, title, namespace } = page;
  const came = before.linksRead < 0;
  const moved = before.title !== title || before.namespace !== namespace;
  if (!came && !moved && added.length + removed.length === 0 && blocked === null && !recounted) return null;
  const payload = {
    title,
    namespace,
    came,
    added: added.length,
    removed: removed.length,
    ...(moved && !came && { before: before.title }),
    urls: {
      came: came ? [] : await listedUrls(orm, added),
      gone: await listedUrls(orm, removed),
    },
    ...(blocked !== null && {
      spam: { uses: blocked.uses, came: listedSpam(blocked.came), gone: listedSpam(blocked.gone) },
    }),
  };
  return { pageid, payload };
}

const listedSpam = (spam: SpamDifference["came"]): ShownSpam[] => listed(spam.values(), (one) => one.url);

/**
 * A URL that is blocked on these pages may stand on others in a spelling that no list blocks. The block, and its end, is published to
 * those as well, where these pages are the first on which it is blocked, or were the last.
 */
export async function publishToSharers(
  orm: Orm,
  wikiId: WikiId,
  pageids: readonly number[],
  { came, gone }: Pick<SpamDifference, "came" | "gone">,
  day: Day,
): Promise<void> {
  const isElsewhere = sql`${spamUse.pageid} <> all(${arrayOf(spamUse.pageid, pageids)})`;
  const elsewhere = orm
    .select({ pageid: spamUse.pageid })
    .from(spamUse)
    .where(and(eq(spamUse.wikiId, wikiId), eq(spamUse.key, url.key), isElsewhere));
  const shared = await orm
    .select({ id: url.id, key: url.key })
    .from(url)
    .where(and(isAnyOf(url.key, [...new Set([...came.keys(), ...gone.keys()])]), notExists(elsewhere)))
    .orderBy(url.id);
  for (const { id, key } of shared) {
    const spam = { came: [came.get(key) ?? []].flat(), gone: [gone.get(key) ?? []].flat() };
    const sharers = await sharersOf(orm, wikiId, pageids, id);
    const changes = sharers.map(({ pageid, title, namespace, uses }): PageChange<"page-links"> => {
      const none = { came: false, added: 0, removed: 0, urls: { came: [], gone: [] } };
      return { pageid, payload: { ...none, title, namespace, spam: { uses, ...spam } } };
    });
    await writePageChanges(orm, { wikiId, kind: "page-links", day }, changes);
  }
}

/** Other pages that have a URL, with the number of their links that are blocked. */
function sharersOf(orm: Orm, wikiId: WikiId, pageids: readonly number[], id: UrlId) {
  return orm
    .select({
      pageid: page.pageid,
      title: page.title,
      namespace: page.namespace,
      uses: orm.$count(spamUse, and(eq(spamUse.wikiId, wikiId), eq(spamUse.pageid, page.pageid))),
    })
    .from(pageLink)
    .innerJoin(page, and(eq(page.wikiId, pageLink.wikiId), eq(page.pageid, pageLink.pageid)))
    .where(
      and(
        eq(pageLink.wikiId, wikiId),
        sql`${pageLink.urls} @> ${arrayOf(url.id, [id])}`,
        sql`${page.linksRead} >= 0 and ${page.pageid} <> all(${arrayOf(page.pageid, pageids)})`,
      ),
    )
    .orderBy(page.pageid);
}
