import type { Day } from "../../../shared/calendar/day.ts";
import type { Database, Sql } from "../../connect.ts";
import type { HostId, UrlId } from "../../types.ts";
import { recordDomainNotes } from "../record/record-domain-notes.ts";
import { tellUrls } from "../record/tell-urls.ts";
import { isDomainReported } from "./domain-standing.ts";

/** More than so many say the same without being counted. */
const REPORTERS_MAX = 100;

/** Who reports, for what. */
export interface Report {
  /** A UUID: a keyed hash of the profile. */
  readonly reporter: string;
  /** Likewise, of the widest range around it (H5). */
  readonly network: string;
  readonly day: Day;
  /** Made for all of a domain at once. */
  readonly whole: boolean;
}

/**
 * H1: "works for me", for URLs of one host that the caller has locked. Who said so before renews it, and readers are told nothing
 * new. H3: when that makes about half of the host's URLs, the whole of it counts as presumably reachable.
 */
export async function reportUrls(
  db: Database,
  urls: readonly UrlId[],
  host: { readonly id: HostId; readonly name: string },
  report: Report,
): Promise<void> {
  const { day, whole } = report;
  const made = await insertReports(db.sql, urls, report);
  await tellUrls(db.sql, made, day, { news: ["reports"], reports: "made" });
  if (!whole && (await isDomainReported(db.sql, host.id)))
    await recordDomainNotes(db, [{ host: host.name, kind: "reported-working", value: "" }], day);
}

async function insertReports(
  sql: Sql,
  urls: readonly UrlId[],
  { reporter, network, day, whole }: Report,
): Promise<UrlId[]> {
  const rows = await sql<{ id: UrlId; made: boolean }[]>`
    insert into report as r (url_id, reporter, network, day, whole)
    select id, ${reporter}::uuid, ${network}::uuid, ${day}::int, ${whole}::boolean from unnest(${[...urls]}::bigint[]) as id
    where (select count(*) from report where url_id = id and reporter <> ${reporter}::uuid) < ${REPORTERS_MAX}
    order by id
    on conflict (url_id, reporter) do update
    set day = excluded.day, network = excluded.network, whole = r.whole and excluded.whole
    returning url_id as id, xmax = 0 as made`;
  return rows.filter(({ made }) => made).map(({ id }) => id);
}
