import type { Day } from "../../../shared/calendar/day.ts";
import type { Sql } from "../../connect.ts";
import type { HostId } from "../../types.ts";
import { type HostNoteRow, tellHostNotes } from "../record/tell-hosts.ts";

/** Half of more URLs than this nobody has looked at by hand. */
const HOST_URLS_MAX = 10_000;
/** One URL is no domain. */
const REPORTED_MIN = 2;

/** H3: whether about half of the host's URLs are reported, each for itself. */
export async function isDomainReported(sql: Sql, host: HostId): Promise<boolean> {
  const [row] = await sql<{ urls: number; reported: number }[]>`
    select count(*)::int as urls, (count(*) filter (
      where exists (select 1 from report r where r.url_id = u.id and not r.whole)))::int as reported
    from (select id from url where host_id = ${host} limit ${HOST_URLS_MAX + 1}) u`;
  const { urls, reported } = row ?? { urls: 0, reported: 0 };
  return urls <= HOST_URLS_MAX && reported >= REPORTED_MIN && reported * 2 >= urls;
}

/** Takes back that the whole of a host is presumably reachable, and tells so. */
export async function withdrawDomain(sql: Sql, host: string, day: Day): Promise<boolean> {
  const gone = await sql<HostNoteRow[]>`
    delete from domain_note where host = ${host} and path = '' and kind = 'reported-working'
    returning host, path, kind, value`;
  await tellHostNotes(sql, gone, "gone", day);
  return gone.length > 0;
}
