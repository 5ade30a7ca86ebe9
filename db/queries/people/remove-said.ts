import type { Day } from "../../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import type { Database } from "../../connect.ts";
import type { HostId, UrlId } from "../../types.ts";
import { urlId } from "../lists/url-id.ts";
import { tellUrls } from "../record/tell-urls.ts";
import { removeReplacement } from "./remove-replacement.ts";
import { withdrawHost, withdrawReports } from "./withdraw-reports.ts";

/** H5: whose words an operator takes back. `reporter`: as `listSaid` tells it. */
export type Whose =
  | { readonly kind: "url"; readonly url: NormalisedUrl }
  | { readonly kind: "host"; readonly host: string }
  | { readonly kind: "reporter"; readonly reporter: string };

/** Takes back reports and replacements, and tells so. False: there were none. */
export function removeSaid(db: Database, whose: Whose, day: Day): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (whose.kind === "reporter") return ofReporter(tx, whose.reporter, day);
    return whose.kind === "host" ? ofHost(tx, whose.host, day) : ofUrl(tx, whose.url, day);
  });
}

async function ofUrl(tx: Database, url: NormalisedUrl, day: Day): Promise<boolean> {
  const { sql } = tx;
  const id = await urlId(tx, url);
  const [row] = await sql<{ host: HostId; name: string }[]>`
    select u.host_id as host, h.name from url u join host h on h.id = u.host_id where u.id = ${id} for update of u`;
  if (id === null || row === undefined) return false;
  const reports = await withdrawReports(sql, id, { id: row.host, name: row.name }, day);
  const replacement = await removeReplacement(sql, id, day);
  return reports || replacement;
}

async function ofHost(tx: Database, name: string, day: Day): Promise<boolean> {
  const { sql } = tx;
  const [host] = await sql<{ id: HostId }[]>`select id from host where name = ${name}`;
  if (host === undefined) return false;
  let said = false;
  while (await withdrawHost(sql, { id: host.id, name }, day)) said = true;
  const proposed = await sql<{ id: UrlId }[]>`
    select r.url_id as id from replacement r join url u on u.id = r.url_id where u.host_id = ${host.id} order by 1`;
  for (const { id } of proposed) said = (await removeReplacement(sql, id, day)) || said;
  return said;
}

async function ofReporter({ sql }: Database, reporter: string, day: Day): Promise<boolean> {
  const gone = await sql<{ id: UrlId }[]>`
    delete from report where reporter = ${reporter}::uuid returning url_id as id`;
  const ids = gone.map(({ id }) => id);
  await tellUrls(sql, ids, day, { news: ["reports"], reports: "withdrawn" });
  return ids.length > 0;
}
