import type { Day } from "../../../shared/calendar/day.ts";
import type { StoredNamespace } from "../../../shared/criteria/stored-titles.ts";
import type { InterwikiMap } from "../../../shared/interwiki/map.ts";
import { encodeInterwikis } from "../../../shared/interwiki/text.ts";
import type { Database } from "../../connect.ts";
import { storable, storableJson } from "../../text.ts";
import type { WikiId } from "../../types.ts";

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
