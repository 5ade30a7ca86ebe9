import type { Day } from "../../shared/calendar/day.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { insertRows } from "../batch.ts";
import type { Orm } from "../connect.ts";
import { softeningsOf } from "../hosts/softened.ts";
import { change } from "../schema/index.ts";
import type { UrlId } from "../types.ts";
import { softened } from "./published.ts";
import type { UrlChange } from "./types.ts";

/** What is new about a URL. */
export interface UrlChangeRow {
  readonly id: UrlId;
  readonly day: Day;
  readonly change: UrlChange;
}

/** What depends on what people report of the host (H3). */
const isSoftenable = ({ before, after }: UrlChange): boolean =>
  before.verdict === "unreachable" || after.verdict === "unreachable";

const placeOf = ({ change: { url } }: UrlChangeRow) => splitUrl(url as NormalisedUrl);

/** As answers have it: of what is reported to work nothing is unreachable. The caller has locked the URLs. */
export async function softenReported(
  orm: Orm,
  rows: readonly UrlChangeRow[],
): Promise<readonly UrlChangeRow[]> {
  const concerned = rows.filter((row) => isSoftenable(row.change));
  if (concerned.length === 0) return rows;
  const softenings = await softeningsOf(orm, concerned.map(placeOf));
  return rows.map((row) =>
    isSoftenable(row.change) && softenings(placeOf(row)) > 0 ? { ...row, change: softened(row.change) } : row,
  );
}

/** One row for URLs that were checked for the first time, in the caller's transaction. */
export async function writeFirstResults(orm: Orm, urls: readonly UrlId[], day: Day): Promise<void> {
  if (urls.length > 0) await orm.insert(change).values({ day, kind: "first-results", payload: { urls } });
}

/** Change rows about URLs (D1), in the caller's transaction and in the order of their ids. */
export async function writeUrlChanges(orm: Orm, rows: readonly UrlChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  const written = rows
    .map((row) => ({ day: row.day, kind: "url" as const, urlId: row.id, payload: row.change }))
    .sort((one, other) => one.urlId - other.urlId);
  await insertRows(orm, change, ["day", "kind", "urlId", "payload"], written);
}
