import type { Day } from "../../../shared/calendar/day.ts";
import type { InterwikiMap } from "../../../shared/interwiki/map.ts";
import { encodeInterwikis } from "../../../shared/interwiki/text.ts";
import type { Database } from "../../connect.ts";
import { storable } from "../../text.ts";
import type { WikiId } from "../../types.ts";

/** What a wiki said today of its interwiki links (U7). */
export async function storeSite(
  { sql }: Database,
  wiki: WikiId,
  interwikis: InterwikiMap,
  today: Day,
): Promise<void> {
  await sql`
    insert into wiki_site (wiki_id, interwikis, read_day)
    values (${wiki}, ${storable(encodeInterwikis(interwikis))}, ${today})
    on conflict (wiki_id) do update set
      edition = wiki_site.edition + (wiki_site.interwikis <> excluded.interwikis)::int,
      interwikis = excluded.interwikis, read_day = excluded.read_day`;
}
