import type { Day } from "../../../shared/calendar/day.ts";
import { tellUrl } from "../../../shared/change/told.ts";
import type { UrlChange, UrlNews } from "../../../shared/change/types.ts";
import type { Note } from "../../../shared/status/note.ts";
import type { Sql } from "../../connect.ts";
import { decodeHistory } from "../../history.ts";
import type { UrlId } from "../../types.ts";
import { decodeExtras, decodeUrl, type UrlColumns } from "../../url-row.ts";
import { type UrlToTell, writeUrlChanges } from "./write-url-changes.ts";

const URLS_AT_ONCE = 1_000;

/** Notes of the whole host by which a verdict is softened (H3), as they were and are now; absent: as they are stored. */
interface HostNotes {
  readonly before: readonly Note[];
  readonly after: readonly Note[];
}

interface Row extends UrlColumns {
  readonly id: UrlId;
  readonly history: Uint8Array;
  readonly extras: string;
  /** Its host is (H3). */
  readonly reported: boolean;
}

/**
 * Writes a change row for each of these URLs, in the caller's transaction, when something about them is new that is no
 * check: their verdict stays as it is, unless a note of their host softens it. URLs that are not known (any more) are
 * passed over.
 */
export async function tellUrls(
  sql: Sql,
  ids: readonly UrlId[],
  day: Day,
  news: Omit<UrlChange, "url" | "before" | "after">,
  host?: HostNotes,
): Promise<void> {
  const sorted = [...new Set(ids)].sort((one, other) => one - other);
  // A verdict that is softened is a step on from the last one: nobody may store another meanwhile.
  const lock = host === undefined ? sql`` : sql`for no key update of u`;
  for (let at = 0; at < sorted.length; at += URLS_AT_ONCE) {
    const rows = await sql<Row[]>`
      select u.id, u.scheme, h.name as host, u.port, u.path, u.history, u.extras, exists (
        select 1 from domain_note n where n.host = h.name and n.path = '' and n.kind = 'reported-working') as reported
      from url u join host h on h.id = u.host_id
      where u.id = any(${sorted.slice(at, at + URLS_AT_ONCE)}::bigint[]) order by u.id
      ${lock}`;
    const told = rows.map((row): UrlToTell => {
      const [history, { notes }] = [decodeHistory(row.history), decodeExtras(row.extras)];
      const standing: readonly Note[] = row.reported ? [{ key: "reported-working" }] : [];
      const before = tellUrl(history, [...notes, ...(host?.before ?? standing)], day);
      const after = tellUrl(history, [...notes, ...(host?.after ?? standing)], day);
      const turned: readonly UrlNews[] = before.verdict === after.verdict ? [] : ["verdict"];
      const change = { ...news, news: [...turned, ...news.news], url: decodeUrl(row), before, after };
      return { id: row.id, day, change };
    });
    await writeUrlChanges(sql, told);
  }
}
