import { asDay, type Day } from "../../shared/calendar/day.ts";
import { encodeInterwikis, type InterwikiMap } from "../../shared/interwiki/map.ts";
import type { StoredNamespace } from "../../shared/interwiki/stored-titles.ts";
import type { Database } from "../connect.ts";
import { storable, storableJson } from "../text.ts";
import type { WikiId } from "../types.ts";

/** What a wiki calls its namespaces; none: it has not been asked yet. */
export async function findNamespaces({ sql }: Database, wiki: WikiId): Promise<readonly StoredNamespace[]> {
  const [row] = await sql<{ namespaces: StoredNamespace[] }[]>`
    select namespaces from wiki_site where wiki_id = ${wiki}`;
  return row?.namespaces ?? [];
}

export interface StoredSite {
  /** As `encodeInterwikis` writes them. */
  readonly interwikis: string;
  /** On which the wiki last said so. */
  readonly day: Day;
}

/** null: the wiki has not been asked yet. */
export async function findSite({ sql }: Database, wiki: WikiId): Promise<StoredSite | null> {
  const [row] = await sql<{ interwikis: string; day: number }[]>`
    select interwikis, read_day as day from wiki_site where wiki_id = ${wiki}`;
  return row === undefined ? null : { interwikis: row.interwikis, day: asDay(row.day) };
}

/** Which edition of its interwiki links a wiki has; 0: it has not been asked yet. */
export async function siteEdition({ sql }: Database, wiki: WikiId): Promise<number> {
  const [row] = await sql<{ edition: number }[]>`select edition from wiki_site where wiki_id = ${wiki}`;
  return row?.edition ?? 0;
}

/** What a wiki says of itself, as far as it is kept. */
export interface KnownSite {
  readonly interwikis: InterwikiMap;
  readonly namespaces: readonly StoredNamespace[];
}

/** What a wiki said today of its interwiki links (U7) and its namespaces (Q1). */
export async function storeSite(
  { sql }: Database,
  wiki: WikiId,
  { interwikis, namespaces }: KnownSite,
  today: Day,
): Promise<void> {
  await sql`
    insert into wiki_site (wiki_id, interwikis, namespaces, read_day)
    values (${wiki}, ${storable(encodeInterwikis(interwikis))}, ${storableJson(namespaces)}::text::jsonb, ${today})
    on conflict (wiki_id) do update set
      edition = wiki_site.edition + (wiki_site.interwikis <> excluded.interwikis)::int,
      interwikis = excluded.interwikis, namespaces = excluded.namespaces, read_day = excluded.read_day`;
}
