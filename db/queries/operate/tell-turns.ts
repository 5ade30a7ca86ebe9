import { type Day, daysBetween } from "../../../shared/calendar/day.ts";
import { tellUrl } from "../../../shared/change/told.ts";
import type { Database } from "../../connect.ts";
import { decodeHistory } from "../../history.ts";
import type { UrlId } from "../../types.ts";
import { decodeExtras, decodeUrl, type UrlColumns } from "../../url-row.ts";
import { softenReported } from "../record/soften-reported.ts";
import { type UrlToTell, writeUrlChanges } from "../record/write-url-changes.ts";

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
      select due, url_id as id from verdict_turn
      where due <= ${today} and not told and (due, url_id) > (${after.due}, ${after.id}::bigint)
      order by due, url_id limit ${BATCH}`;
    // The order of locks is that of a crawler: first the URL, then what is planned for it.
    const rows = await sql<Row[]>`
      select u.id, u.scheme, h.name as host, u.port, u.path, u.history, u.extras
      from url u join host h on h.id = u.host_id
      where u.id = any(${turns.map(({ id }) => id)}::bigint[])
      order by u.id for no key update of u skip locked`;
    const due = await sql<{ id: UrlId }[]>`
      update verdict_turn set told = true
      where url_id = any(${rows.map(({ id }) => id)}::bigint[]) and due <= ${today} and not told
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
