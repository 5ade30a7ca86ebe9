import { and, eq } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { insertRows } from "../batch.ts";
import type { Orm } from "../connect.ts";
import { change, domainNote, host, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { softened } from "./published.ts";
import type { UrlChange } from "./types.ts";

/** What is new about a URL. */
export interface UrlChangeRow {
  readonly id: UrlId;
  readonly day: Day;
  readonly change: UrlChange;
}

/** That people report that all of the host works (H3): the note of a domain for the host itself. */
export const isReportedWorking = and(
  eq(domainNote.host, host.name),
  eq(domainNote.path, ""),
  eq(domainNote.kind, "reported-working"),
);

/** What depends on what people report of the host (H3). */
const isSoftenable = ({ before, after }: UrlChange): boolean =>
  before.verdict === "unreachable" || after.verdict === "unreachable";

/** As answers have it: of hosts that are reported to work none is unreachable. The caller has locked the URLs. */
export async function softenReported(
  orm: Orm,
  rows: readonly UrlChangeRow[],
): Promise<readonly UrlChangeRow[]> {
  const ids = rows.filter((row) => isSoftenable(row.change)).map(({ id }) => id);
  if (ids.length === 0) return rows;
  const found = await orm
    .select({ id: url.id })
    .from(url)
    .innerJoin(host, eq(host.id, url.hostId))
    .innerJoin(domainNote, isReportedWorking)
    .where(isAnyOf(url.id, ids));
  const reported = new Set(found.map(({ id }) => id));
  return rows.map((row) => (reported.has(row.id) ? { ...row, change: softened(row.change) } : row));
}

/** Change rows about URLs (D1), in the caller's transaction and in the order of their ids. */
export async function writeUrlChanges(orm: Orm, rows: readonly UrlChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  const written = rows
    .map((row) => ({ day: row.day, kind: "url" as const, urlId: row.id, payload: row.change }))
    .sort((one, other) => one.urlId - other.urlId);
  await insertRows(orm, change, ["day", "kind", "urlId", "payload"], written);
}
