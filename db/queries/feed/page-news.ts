import { listed } from "../../../shared/change/told.ts";
import { CHANGE_LISTED_MAX, type PageLinksChange } from "../../../shared/change/types.ts";
import type { Sql } from "../../connect.ts";
import type { PageRef, UrlId } from "../../types.ts";
import { decodeUrl, type UrlColumns } from "../../url-row.ts";
import { type SpamNews, toldSpam } from "./page-spam.ts";

/** How a page's links differ from those that are stored. */
export interface LinkNews {
  readonly added: readonly UrlId[];
  readonly removed: readonly UrlId[];
  /** null: the same are blocked. */
  readonly blocked: SpamNews | null;
  /** It has more or fewer links than before that are not watched. */
  readonly recounted: boolean;
}

/** URLs as a change row lists them, of as many as it has room for. */
export async function listedUrls(sql: Sql, ids: readonly UrlId[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql<UrlColumns[]>`
    select u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id
    where u.id = any(${ids.slice(0, CHANGE_LISTED_MAX)}::bigint[])`;
  return listed(rows.map(decodeUrl), String);
}

/** What a reader would be told anew of a page; null: nothing. The wiki's name is left to the statement that writes it. */
export async function pageNews(
  sql: Sql,
  page: PageRef,
  before: Pick<PageRef, "title" | "namespace"> & { readonly read: number },
  { added, removed, blocked, recounted }: LinkNews,
): Promise<Omit<PageLinksChange, "wiki"> | null> {
  const came = before.read < 0;
  const moved = before.title !== page.title || before.namespace !== page.namespace;
  if (!came && !moved && added.length + removed.length === 0 && blocked === null && !recounted) return null;
  return {
    title: page.title,
    namespace: page.namespace,
    came,
    added: added.length,
    removed: removed.length,
    ...(moved && !came && { before: before.title }),
    urls: {
      came: came ? [] : await listedUrls(sql, added),
      gone: await listedUrls(sql, removed),
    },
    ...(blocked !== null && { spam: { uses: blocked.uses, ...toldSpam(blocked) } }),
  };
}
