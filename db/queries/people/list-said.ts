import type { Day } from "../../../shared/calendar/day.ts";
import type { Database } from "../../connect.ts";
import { decodeUrl, type UrlColumns } from "../../url-row.ts";

/** What people said of a URL. */
export interface Said {
  readonly url: string;
  /** Keyed hashes of those who reported that it works, at most 100. */
  readonly reporters: readonly string[];
  /** Of the latest report. */
  readonly reported: Day | null;
  readonly replacement: string | null;
  /** Day on which the replacement was last seen working; null: not yet, or there is none. */
  readonly checked: Day | null;
  /** Keyed hash of who proposed the replacement; null: there is none, or it was not kept. */
  readonly proposer: string | null;
  /** Versions in archives that people proposed. */
  readonly archives: readonly ProposedVersion[];
}

export interface ProposedVersion {
  readonly type: string;
  readonly url: string;
  readonly proposer: string | null;
  readonly proposed: Day;
}

export interface SaidOptions {
  /** Only of this host's URLs. */
  readonly host: string | null;
  readonly limit: number;
}

type Row = UrlColumns & Omit<Said, "url">;

/** Latest first. */
export async function listSaid({ sql }: Database, { host, limit }: SaidOptions): Promise<Said[]> {
  const rows = await sql<Row[]>`
    with said as (
      select url_id, max(day) as latest from (
        select url_id, day from report union all select url_id, proposed from replacement
        union all select url_id, proposed from archive where proposed is not null) each group by url_id)
    select u.scheme, h.name as host, u.port, u.path,
      array(select reporter::text from report r where r.url_id = u.id order by r.day desc, 1) as reporters,
      (select max(day) from report r where r.url_id = u.id) as reported,
      p.url as replacement, case when p.checked >= 0 then p.checked end as checked, p.proposer::text as proposer,
      coalesce((
        select json_agg(json_build_object('type', a.type, 'url', a.address, 'proposer', a.proposer, 'proposed', a.proposed)
          order by a.type)
        from archive a where a.url_id = u.id and a.proposed is not null), '[]'::json) as archives
    from said s join url u on u.id = s.url_id join host h on h.id = u.host_id left join replacement p on p.url_id = u.id
    where ${host}::text is null or h.name = ${host}::text
    order by s.latest desc, u.id desc limit ${limit}`;
  return rows.map(({ reporters, reported, replacement, checked, proposer, archives, ...columns }) => ({
    url: decodeUrl(columns),
    reporters,
    reported,
    replacement,
    checked,
    proposer,
    archives,
  }));
}

/** H3: hosts that are presumably reachable as a whole, with the day on which half was last reported. */
export async function listReportedHosts({ sql }: Database): Promise<{ host: string; last: Day }[]> {
  const rows = await sql<{ host: string; last: Day }[]>`
    select host, last from domain_note where kind = 'reported-working' and path = '' order by host`;
  return [...rows];
}
