import type { ListKind } from "../../../shared/spam/types.ts";
import type { Database } from "../../connect.ts";
import { tableRows } from "../status/table-rows.ts";
import { EXACT_ROWS_MAX } from "../status/totals.ts";

export interface SpamStatus {
  /** Links of pages that lists block; estimated where there are more than a million. */
  readonly uses: number;
  /** Changes of lists that known URLs are still tried on. */
  readonly scansOpen: number;
  /** Lists that could not be read lately; what was read last is in force. */
  readonly troubles: readonly {
    /** `dewiki@WMF`, or `@WMF` for the global list. */
    readonly of: string;
    readonly list: ListKind;
    readonly error: string;
    /** When it was last read, milliseconds since 1970; null: never. */
    readonly readAtMs: number | null;
  }[];
  /** When the list was last looked at that was not for longest, and whose it is; null: there is none. */
  readonly oldestReadMs: number | null;
  readonly stalest: string | null;
}

const TROUBLES_MAX = 100;

/** What operators should know of spam lists. */
export async function spamStatus(db: Database): Promise<SpamStatus> {
  const { sql } = db;
  const rows = await tableRows(db, "spam_use");
  const uses =
    rows <= EXACT_ROWS_MAX ? sql`(select count(*) from spam_use)` : sql`${Math.round(rows)}::float8`;
  const [counts] = await sql<{ uses: number; scansOpen: number }[]>`
    select ${uses}::float8 as uses, (select count(*) from spam_scan)::float8 as "scansOpen"`;
  const [stale] = await sql<{ of: string; ms: number }[]>`
    select coalesce(w.dbname, '') || '@' || f.name as of, (extract(epoch from l.read_at) * 1000)::float8 as ms
    from spam_list l join farm f on f.code = l.farm left join wiki w on w.id = l.wiki_id
    where l.error is null and w.paused is not true and l.read_at is not null
      and case when l.wiki_id is null then f.spam_list <> '' and exists (select 1 from wiki where farm = l.farm and not paused)
        else w.error is null end
    order by l.read_at limit 1`;
  const troubles = await sql<SpamStatus["troubles"][number][]>`
    select coalesce(w.dbname, '') || '@' || f.name as of, l.kind as list, l.error,
      (extract(epoch from l.read_at) * 1000)::float8 as "readAtMs"
    from spam_list l join farm f on f.code = l.farm left join wiki w on w.id = l.wiki_id
    where l.error is not null and w.paused is not true
      -- A farm without wikis needs no list, and one whose list was taken away has none.
      and (l.wiki_id is not null or f.spam_list <> '')
    order by 1, 2 limit ${TROUBLES_MAX}`;
  return {
    uses: counts?.uses ?? 0,
    scansOpen: counts?.scansOpen ?? 0,
    troubles: [...troubles],
    oldestReadMs: stale?.ms ?? null,
    stalest: stale?.of ?? null,
  };
}
