import { eq, sql } from "drizzle-orm";
import { addDays, asDay, type Day } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { batchOf, insertFrom, insertRows } from "../batch.ts";
import type { Orm } from "../connect.ts";
import { move, moveHost } from "../schema/index.ts";
import { excluded, isAnyOf } from "../statement.ts";
import type { HostId, UrlId } from "../types.ts";

/** What a check says of the move of a URL (C6): of most URLs nothing. */
export type MoveNews = { readonly host: HostId } & (
  | { readonly kind: "redirected"; readonly target: NormalisedUrl }
  /** It began to fail. */
  | { readonly kind: "failing" }
  /** It is where it was, although its site had sent it elsewhere, or it had failed. */
  | { readonly kind: "stayed" }
);

export type Moved = Omit<typeof move.$inferSelect, "urlId" | "hostId">;

/** Minimal number of days on which a redirect is seen: a site that is broken into, or rebuilt, redirects for hours. */
export const MOVE_DAYS_MIN = 2;
const SMALLINT_MAX = 32_767;
/** Long past. */
const AT_ONCE_MS = 0;

/** What is known of a URL's move after a check; null: nothing any more. */
export function nextMove(known: Moved | null, news: MoveNews, day: Day): Moved | null {
  if (news.kind === "stayed") return null;
  if (news.kind === "redirected") {
    const { target } = news;
    const goesOn = known !== null && known.rule === null && known.target === target;
    const first = goesOn ? known.first : day;
    const days = goesOn ? Math.min(known.days + (known.last < day ? 1 : 0), SMALLINT_MAX) : 1;
    const checked = days >= MOVE_DAYS_MIN ? day : -1;
    return { target, rule: null, first, last: day, days, checked, due: null, tries: 0 };
  }
  if (known === null || known.rule !== null) return known;
  // What was seen once is no evidence, and a rule of the host may know better. What was seen often is checked by itself first.
  return known.days < MOVE_DAYS_MIN ? null : { ...known, checked: -1, due: AT_ONCE_MS };
}

interface CheckedMove {
  readonly id: UrlId;
  readonly day: Day;
  readonly moved?: MoveNews;
}

const COLUMNS = [
  "urlId",
  "hostId",
  "target",
  "rule",
  "first",
  "last",
  "days",
  "checked",
  "due",
  "tries",
] as const;

/**
 * Stores what checks say of moves, in the transaction that stores their results and has locked the URLs. Publishes nothing: while a URL
 * works its note names the new address, and that it fails is published anyway.
 */
export async function recordMoves(orm: Orm, checked: readonly CheckedMove[]): Promise<void> {
  const given = checked.flatMap(({ id, day, moved }) =>
    moved === undefined ? [] : { id, day, news: moved },
  );
  if (given.length === 0) return;
  const rows = await orm
    .select()
    .from(move)
    .where(
      isAnyOf(
        move.urlId,
        given.map(({ id }) => id),
      ),
    );
  const known = new Map(rows.map((row) => [row.urlId, row]));
  const next = given.map(({ id, day, news }) => ({
    id,
    news,
    before: known.get(id) ?? null,
    after: nextMove(known.get(id) ?? null, news, day),
  }));
  const gone = next.flatMap(({ id, before, after }) => (before !== null && after === null ? id : []));
  if (gone.length > 0) await orm.delete(move).where(isAnyOf(move.urlId, gone));
  const kept = next.flatMap(({ id, news, before, after }) =>
    after === null || after === before ? [] : { ...after, urlId: id, hostId: news.host },
  );
  if (kept.length > 0)
    await insertRows(orm, move, COLUMNS, kept).onConflictDoUpdate({
      target: move.urlId,
      set: Object.fromEntries(COLUMNS.slice(2).map((name) => [name, excluded(move[name])])),
    });
  await planHosts(orm, next, asDay(Math.max(...given.map(({ day }) => day))));
}

interface Step {
  readonly news: MoveNews;
  readonly before: Moved | null;
  readonly after: Moved | null;
}

/**
 * A host's rules are derived when another move of it is certain, and applied when another URL of it fails: by the next day, as of a
 * large host URLs fail all the time.
 */
async function planHosts(orm: Orm, steps: readonly Step[], day: Day): Promise<void> {
  const isCertain = (one: Moved | null) => one !== null && one.rule === null && one.days >= MOVE_DAYS_MIN;
  const hosts = (some: readonly Step[]) =>
    [...new Set(some.map(({ news }) => news.host))].sort((a, b) => a - b);
  const certain = hosts(steps.filter(({ before, after }) => isCertain(after) && !isCertain(before)));
  const tomorrow = addDays(day, 1);
  const failing = hosts(steps.filter(({ news }) => news.kind === "failing"));
  if (certain.length > 0) {
    const { rows, value: hostId } = batchOf("given", moveHost.hostId, certain);
    await insertFrom(orm, moveHost, { hostId, due: sql`-1`, rules: sql`'[]'::json` }, (found) =>
      found.from(rows),
    ).onConflictDoUpdate({
      target: moveHost.hostId,
      set: { due: sql`least(${moveHost.due}, ${tomorrow}::int)` },
    });
  }
  if (failing.length === 0) return;
  const locked = orm
    .$with("locked")
    .as(
      orm
        .select({ id: moveHost.hostId })
        .from(moveHost)
        .where(isAnyOf(moveHost.hostId, failing))
        .orderBy(moveHost.hostId)
        .for("update"),
    );
  await orm
    .with(locked)
    .update(moveHost)
    .set({ due: sql`least(${moveHost.due}, ${tomorrow}::int)` })
    .from(locked)
    .where(eq(moveHost.hostId, locked.id));
}
