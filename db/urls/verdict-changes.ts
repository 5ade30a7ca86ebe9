import { type Day, daysBetween } from "../../shared/calendar/day.ts";
import type { Note } from "../../shared/status/note.ts";
import { tellUrl } from "../changes/published.ts";
import type { UrlChange, UrlNews } from "../changes/types.ts";
import type { Database, Sql } from "../connect.ts";
import type { UrlId } from "../types.ts";
import { softenReported, type UrlToTell, writeUrlChanges } from "./results.ts";
import { decodeExtras, decodeHistory, decodeUrl, type UrlColumns } from "./row.ts";

const BATCH = 1_000;

interface Row extends UrlColumns {
  readonly id: UrlId;
  readonly history: Uint8Array;
  readonly extras: string;
}

/**
 * Tells of the URLs whose verdict turned until today by the mere passing of days (Q9), each once. What a crawler is
 * storing just now is left to it. Ends between two batches after the signal. Answers how many were told.
 */
export async function tellTurns(db: Database, today: Day, signal?: AbortSignal): Promise<number> {
  let told = 0;
  let last: Turn = { due: -1, id: 0 as UrlId };
  for (;;) {
    const { turns, news } = await tellBatch(db, today, last);
    told += news;
    const end = turns.at(-1);
    if (turns.length < BATCH || end === undefined || signal?.aborted) return told;
    last = end;
  }
}

/** A plan, which names its place in their order. */
interface Turn {
  readonly due: number;
  readonly id: UrlId;
}

function tellBatch(db: Database, today: Day, after: Turn): Promise<{ turns: readonly Turn[]; news: number }> {
  return db.transaction(async ({ sql }) => {
    const turns = await sql<Turn[]>`
      select due, url_id as id from verdict_change_due
      where due <= ${today} and not published and (due, url_id) > (${after.due}, ${after.id}::bigint)
      order by due, url_id limit ${BATCH}`;
    // The order of locks is that of a crawler: first the URL, then what is planned for it.
    const rows = await sql<Row[]>`
      select u.id, u.scheme, h.name as host, u.port, u.path, u.history, u.extras
      from url u join host h on h.id = u.host_id
      where u.id = any(${turns.map(({ id }) => id)}::bigint[])
      order by u.id for no key update of u skip locked`;
    const due = await sql<{ id: UrlId }[]>`
      update verdict_change_due set published = true
      where url_id = any(${rows.map(({ id }) => id)}::bigint[]) and due <= ${today} and not published
      returning url_id as id`;
    const taken = new Set(due.map(({ id }) => id));
    const news = rows.filter(({ id }) => taken.has(id)).flatMap((row) => newsOf(row, today) ?? []);
    await writeUrlChanges(sql, await softenReported(sql, news));
    return { turns, news: news.length };
  });
}

/** null: it turned out otherwise. */
function newsOf(row: Row, today: Day): UrlToTell | null {
  const history = decodeHistory(row.history);
  const { notes } = decodeExtras(row.extras);
  const [newest] = history;
  if (newest === undefined || daysBetween(newest.last, today) <= 0) return null;
  const before = tellUrl(history, notes, newest.last);
  const after = tellUrl(history, notes, today);
  if (before.verdict === after.verdict) return null;
  return { id: row.id, day: today, change: { url: decodeUrl(row), news: ["verdict"], before, after } };
}

const URLS_AT_ONCE = 1_000;

/** Notes of the whole host by which a verdict is softened (H3), as they were and are now; absent: as they are stored. */
interface HostNotes {
  readonly before: readonly Note[];
  readonly after: readonly Note[];
}

interface VerdictRow extends UrlColumns {
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
    const rows = await sql<VerdictRow[]>`
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
