import type { Day } from "../../../shared/calendar/day.ts";
import type { Sql } from "../../connect.ts";
import type { HostId } from "../../types.ts";
import { type HostNoteRow, tellHostNotes } from "../record/tell-hosts.ts";

/** Half of more URLs than this nobody has looked at by hand. */
const HOST_URLS_MAX = 10_000;
/** One URL is no domain. */
const REPORTED_MIN = 2;

/**
 * H3: whether about half of the host's URLs are reported, each for itself. H5: of what that takes no network brings more than
 * half, whatever else it reports, so that nobody decides about a domain from one network, nor with one word from a second.
 */
export async function isDomainReported(sql: Sql, host: HostId): Promise<boolean> {
  const [row] = await sql<{ urls: number; reported: number; voices: number[] }[]>`
    with own as materialized (select id from url where host_id = ${host} limit ${HOST_URLS_MAX + 1}),
    said as materialized (
      select r.url_id, coalesce(r.network, r.reporter) as network from own join report r on r.url_id = own.id
      where not r.whole)
    select (select count(*)::int from own) as urls, (select count(distinct url_id)::int from said) as reported,
      array(select count(distinct url_id)::int from said group by network) as voices`;
  const { urls, reported, voices } = row ?? { urls: 0, reported: 0, voices: [] };
  const needed = Math.max(REPORTED_MIN, Math.ceil(urls / 2));
  const share = Math.ceil(needed / 2);
  const heard = voices.reduce((sum, said) => sum + Math.min(said, share), 0);
  return urls <= HOST_URLS_MAX && reported >= needed && heard >= needed;
}

/** Takes back that the whole of a host is presumably reachable, and tells so. */
export async function withdrawDomain(sql: Sql, host: string, day: Day): Promise<boolean> {
  const gone = await sql<HostNoteRow[]>`
    delete from domain_note where host = ${host} and path = '' and kind = 'reported-working'
    returning host, path, kind, value`;
  await tellHostNotes(sql, gone, "gone", day);
  return gone.length > 0;
}
