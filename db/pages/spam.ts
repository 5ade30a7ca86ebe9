import type { Day } from "../../shared/calendar/day.ts";
import type { Scope } from "../../shared/spam/types.ts";
import type { UrlKey } from "../../shared/url/types.ts";
import { listed } from "../changes/published.ts";
import type { ComeAndGone, PageLinksChange, ToldSpam } from "../changes/types.ts";
import type { Sql } from "../connect.ts";
import { storable, storableJson } from "../text.ts";
import type { SpamLink, UrlId, WikiId } from "../types.ts";
import { BLOCKED_BIT } from "../urls/row.ts";
import { wikiName } from "../wikis/wikis.ts";

/** The blocked links of a page, by key. */
export type StoredSpam = Readonly<
  Record<string, { readonly url: string; readonly list: Scope; readonly line: string }>
>;

/** How a page's blocked links differ from before. */
export interface SpamNews {
  /** Keys by which a reader is told something else. */
  readonly came: ReadonlyMap<string, ToldSpam>;
  readonly gone: ReadonlyMap<string, ToldSpam>;
  /** How many there are now. */
  readonly uses: number;
}

/** null: nothing is blocked by another list or line, by which a list's change finds it, or written in another way. */
export function spamNews(stored: StoredSpam, spam: readonly SpamLink[]): SpamNews | null {
  const now = new Map(spam.map((link) => [String(link.key), link]));
  const came = new Map<string, ToldSpam>();
  const gone = new Map<string, ToldSpam>();
  for (const [key, { url, scope, line }] of now) {
    const known = stored[key];
    if (known?.list !== scope || known.line !== storable(line)) came.set(key, { url, list: scope });
  }
  for (const [key, { url, list }] of Object.entries(stored))
    if (!now.has(key) || came.has(key)) gone.set(key, { url, list });
  return came.size + gone.size === 0 ? null : { came, gone, uses: spam.length };
}

const byUrl = ({ url }: ToldSpam): string => url;

/** As a change row has it. */
export const toldSpam = ({ came, gone }: SpamNews): ComeAndGone<ToldSpam> => ({
  came: listed(came.values(), byUrl),
  gone: listed(gone.values(), byUrl),
});

/** Brings the page's blocked URLs up to date (P1); those still there keep their first day. */
export async function writeSpam(
  sql: Sql,
  { wikiId, pageid }: { readonly wikiId: WikiId; readonly pageid: number },
  spam: readonly SpamLink[],
  day: Day,
): Promise<void> {
  await sql`
    with given as (
      select * from unnest(
        ${spam.map(({ key }) => key)}::uuid[], ${spam.map(({ url }) => url)}::text[],
        ${spam.map(({ scope }) => scope)}::text[], ${spam.map(({ line }) => storable(line))}::text[]
      ) as given (key, url, list, line)
    ), gone as (
      delete from spam_use where wiki_id = ${wikiId} and pageid = ${pageid}
        and key not in (select key from given)
    )
    insert into spam_use (wiki_id, pageid, key, url, list, first, last, line)
    select ${wikiId}::int, ${pageid}::bigint, key, url, list, ${day}::int, ${day}::int, line from given
    on conflict (wiki_id, key, pageid) do update
      set list = excluded.list, line = excluded.line, last = greatest(spam_use.last, excluded.last)`;
}

/**
 * Other pages of the wiki may have the URL in a spelling that no list blocks; their readers are told of a block all the
 * same, and so of its end. Told where these pages are the first on which it is blocked, or were the last.
 */
export async function tellSharers(
  sql: Sql,
  wiki: WikiId,
  pageids: readonly number[],
  { came, gone }: Pick<SpamNews, "came" | "gone">,
  day: Day,
): Promise<void> {
  const shared = await sql<{ id: UrlId; key: UrlKey }[]>`
    select u.id, replace(u.key::text, '-', '') as key
    from unnest(${[...new Set([...came.keys(), ...gone.keys()])]}::uuid[]) as given (key) join url u on u.key = given.key
    where not exists (select 1 from spam_use s
      where s.wiki_id = ${wiki} and s.key = u.key and s.pageid <> all(${[...pageids]}::bigint[]))
    order by u.id`;
  for (const { id, key } of shared) {
    const payload: Partial<PageLinksChange> = {
      came: false,
      added: 0,
      removed: 0,
      urls: { came: [], gone: [] },
      spam: { uses: 0, came: [came.get(key) ?? []].flat(), gone: [gone.get(key) ?? []].flat() },
    };
    await sql`
      insert into change (day, kind, wiki_id, pageid, payload)
      select ${day}::int, 'page-links', ${wiki}::int, pageid, jsonb_set(${storableJson(payload)}::text::jsonb || jsonb_build_object(
          'wiki', ${wikiName(sql, wiki)}, 'title', p.title, 'namespace', p.namespace), '{spam,uses}',
          to_jsonb((select count(*) from spam_use s where s.wiki_id = ${wiki} and s.pageid = p.pageid)))
      from page_link l join page p using (wiki_id, pageid)
      where l.wiki_id = ${wiki} and l.urls @> ${[id]}::bigint[] and p.links_read >= 0
        and l.pageid <> all(${[...pageids]}::bigint[])
      order by pageid`;
  }
}

/**
 * Of URLs that a page has no more: those that are spam somewhere and stand on no other page are not checked any more
 * (C10). Two statements, as the second has to see what was entered while the first waited for its locks.
 */
export async function retireBlocked(sql: Sql, removed: readonly UrlId[]): Promise<void> {
  const blocked = await sql<{ id: UrlId }[]>`
    select id from url u where id = any(${[...removed]}::bigint[]) and exists (select 1 from spam_use s where s.key = u.key)
    order by id for update`;
  if (blocked.length === 0) return;
  await sql`
    update url u set flags = flags | ${BLOCKED_BIT} where id = any(${blocked.map(({ id }) => id)}::bigint[])
      and not exists (select 1 from page_link l where l.urls @> array[u.id])`;
}
