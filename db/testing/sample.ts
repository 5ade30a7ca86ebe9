import { eq } from "drizzle-orm";
import { asDay, type Day } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import { classify } from "../../shared/url/classify.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { shownUrl } from "../changes/published.ts";
import type { ShownUrl, UrlChange } from "../changes/types.ts";
import type { Database } from "../connect.ts";
import { recordPageLinks } from "../pages/links.ts";
import { host, url } from "../schema/index.ts";
import type { DueUrl, LinkedUrl, Position, WikiId } from "../types.ts";
import type { CheckResult } from "../urls/results.ts";
import { decodeDue, dueColumns } from "../urls/row.ts";
import { addWiki } from "../wikis/wikis.ts";

/** A URL as the feeder hands it over. */
export function linked(text: string): LinkedUrl {
  const classified = classify(text);
  if (classified.kind !== "resource") throw new Error(`no resource: ${text}`);
  const { url, parts, flags } = classified;
  return { url, key: urlKey(url), parts, flags };
}

/** As a crawler reads it. */
export async function dueUrl(db: Database, text: string): Promise<DueUrl> {
  const [row] = await db.orm
    .select(dueColumns)
    .from(url)
    .innerJoin(host, eq(host.id, url.hostId))
    .where(eq(url.key, linked(text).key));
  if (row === undefined) throw new Error(`no such URL: ${text}`);
  return decodeDue(row);
}

/** Before all changes. */
export const POSITION_ZERO: Position = { xid: "0", id: 0 };
/** Behind all changes, also where transactions of other tests are open (design 6). */
export const POSITION_END: Position = { xid: "9000000000000000000", id: 0 };

export const normalised = (text: string): NormalisedUrl => linked(text).url;

export async function sampleWiki(db: Database, dbname = "testwiki"): Promise<WikiId> {
  const server = `https://${dbname}.example.org`;
  const added = await addWiki(db, {
    dbname,
    farm: 0,
    api: `${server}/w/api.php`,
    server,
    articleUrl: `${server}/wiki/$1`,
    lang: "en",
    siteName: dbname,
  });
  if (added.kind === "no-farm") throw new Error("farm 0 is missing");
  // All its pages were read lately.
  await db.sql`insert into feed_pass (wiki_id, ended_at) values (${added.id}, clock_timestamp())`;
  return added.id;
}

export function samplePage(
  db: Database,
  wikiId: WikiId,
  pageid: number,
  urls: readonly string[],
  day: number,
): Promise<{ added: number; removed: number; kept: number }> {
  const page = { wikiId, pageid, title: `Page ${pageid}`, namespace: 0 };
  return recordPageLinks(db, page, urls.map(linked), asDay(day));
}

const NEVER: ShownUrl = shownUrl([], [], asDay(0));

/** As the recorder would write it; `extra`: what differs. */
export function newsOf(url: string, after: Partial<ShownUrl> = {}): UrlChange {
  return { url, news: ["status"], before: NEVER, after: { ...NEVER, ...after } };
}

/** What the recorder would store after one answer with this HTTP number. */
export function resultOf(due: DueUrl, day: Day, http: number, extra: Partial<CheckResult> = {}): CheckResult {
  const observation = { status: statusOfHttp(http), http, deadEnd: false };
  return {
    id: due.id,
    seen: due.queried,
    day,
    history: fold(due.history, observation, day),
    notes: [],
    mime: null,
    kib: null,
    recheck: null,
    clearsReports: false,
    change: null,
    verdictChanged: null,
    nextVerdictChange: null,
    ...extra,
  };
}
