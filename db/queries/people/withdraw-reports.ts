import type { Day } from "../../../shared/calendar/day.ts";
import type { Sql } from "../../connect.ts";
import type { HostId, UrlId } from "../../types.ts";
import { tellUrls } from "../record/tell-urls.ts";
import { isDomainReported, withdrawDomain } from "./domain-standing.ts";

/** Of a whole host, so many reported URLs at a time. */
const URLS_MAX = 1_000;

interface Host {
  readonly id: HostId;
  readonly name: string;
}

/** H1: anyone may take back what was said of a URL, whoever said it. False: nothing was. */
export async function withdrawReports(sql: Sql, url: UrlId, host: Host, day: Day): Promise<boolean> {
  const said = await remove(sql, [url], day);
  if (said && !(await isDomainReported(sql, host.id))) await withdrawDomain(sql, host.name, day);
  return said;
}

/** The same for all URLs of a host, with what was made of them (H3). */
export async function withdrawHost(sql: Sql, host: Host, day: Day): Promise<boolean> {
  const rows = await sql<{ id: UrlId }[]>`
    select id from url u where host_id = ${host.id} and exists (select 1 from report r where r.url_id = u.id)
    order by id limit ${URLS_MAX} for update`;
  const said = await remove(
    sql,
    rows.map(({ id }) => id),
    day,
  );
  const domain = await withdrawDomain(sql, host.name, day);
  return said || domain;
}

async function remove(sql: Sql, urls: readonly UrlId[], day: Day): Promise<boolean> {
  const gone = await sql<{ id: UrlId }[]>`
    delete from report where url_id = any(${[...urls]}::bigint[]) returning url_id as id`;
  await tellUrls(
    sql,
    gone.map(({ id }) => id),
    day,
    { news: ["reports"], reports: "withdrawn" },
  );
  return gone.length > 0;
}
