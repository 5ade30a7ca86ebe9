import { and, count, eq, exists, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Day } from "../../shared/calendar/day.ts";
import { historyAsOf } from "../../shared/history/as-of.ts";
import { decodeHistory } from "../../shared/history/pack.ts";
import type { History } from "../../shared/history/types.ts";
import { nextVerdictChange } from "../../shared/verdict/next-change.ts";
import { batch } from "../batch.ts";
import { shownUrl } from "../changes/published.ts";
import { softenReported, type UrlChangeRow, writeUrlChanges } from "../changes/write.ts";
import type { Database, Orm } from "../connect.ts";
import { markUsersWithin } from "../pages/read-run.ts";
import { planByIndex } from "../pages/users.ts";
import type { DayOrNever } from "../schema/columns.ts";
import { host, pageLink, url } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { deleteLocked } from "../urls/expire.ts";
import { planRechecks } from "../urls/rechecks.ts";
import {
  BLOCKED_BIT,
  decodeExtras,
  decodeUrl,
  encodeHistory,
  readExtras,
  type UrlColumns,
} from "../urls/row.ts";
import { planVerdictChanges, publishUrlChanges } from "../urls/verdict-changes.ts";
import { isInSlice } from "../work/slices.ts";

/** A URL as it is stored; `host` is null where there is no such row. */
export type StoredUrl = Awaited<ReturnType<typeof storedUrls>>[number];

const columns = {
  id: url.id,
  key: url.key,
  hostId: url.hostId,
  host: sql<string | null>`${host.name}`,
  scheme: url.scheme,
  port: url.port,
  path: url.path,
  flags: url.flags,
  touched: url.touched,
  queried: url.queried,
  history: url.history,
  extras: url.extras,
};

const select = (orm: Orm) => orm.select(columns).from(url).leftJoin(host, eq(host.id, url.hostId));

/** The URLs of a slice. */
export const storedUrls = ({ orm }: Database, slice: number) =>
  select(orm).where(isInSlice(slice)).orderBy(url.id);

/** How many URLs these slices have, and how many of them were queried or touched after today. */
export async function urlsAhead(
  { orm }: Database,
  slices: readonly number[],
  today: Day,
): Promise<{ readonly urls: number; readonly ahead: number }> {
  let [urls, ahead] = [0, 0];
  for (const no of slices) {
    const [row] = await orm
      .select({
        urls: count(),
        ahead: sql<number>`count(*) filter (where greatest(${url.queried}, ${url.touched}) > ${today}::int)::int`,
      })
      .from(url)
      .where(isInSlice(no));
    urls += row?.urls ?? 0;
    ahead += row?.ahead ?? 0;
  }
  return { urls, ahead };
}

/** Those of a slice whose key others have, too, in another partition or past an index that is damaged; with the eldest of them. */
export function doubledUrls({ orm }: Database, slice: number): Promise<{ id: UrlId; eldest: UrlId }[]> {
  const other = alias(url, "other");
  const eldest = sql<UrlId>`(${orm
    .select({ id: sql`min(${other.id})` })
    .from(other)
    .where(eq(other.key, url.key))})`;
  const others = orm
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.key, url.key), ne(other.id, url.id)));
  return orm
    .select({ id: url.id, eldest: eldest.mapWith(Number) as typeof eldest })
    .from(url)
    .where(and(isInSlice(slice), exists(others)))
    .orderBy(url.id);
}

/** Why what checks stored cannot be read; null: it can. */
export function damageOf({ history, extras }: Pick<StoredUrl, "history" | "extras">): string | null {
  const decoded = decodeHistory(history);
  if (decoded.kind === "damaged") return decoded.reason;
  return readExtras(extras) === null ? "notes that are no JSON" : null;
}

/** The latest day on which something happened to it. */
export function latestDay({
  history,
  queried,
  touched,
}: Pick<StoredUrl, "history" | "queried" | "touched">): number {
  const decoded = decodeHistory(history);
  const last = decoded.kind === "history" ? (decoded.history[0]?.last ?? -1) : -1;
  return Math.max(last, queried, touched);
}

interface Repaired {
  readonly history: History;
  readonly extras: string;
  readonly queried: DayOrNever;
  readonly touched: Day;
}

/** The row as it would be had nobody had a wrong clock, and as if no check had stored what cannot be read. */
function repairedRow(row: StoredUrl, today: Day): Repaired {
  const decoded = decodeHistory(row.history);
  const history = decoded.kind === "history" ? historyAsOf(decoded.history, today) : [];
  const isReadable = damageOf({ history: new Uint8Array(), extras: row.extras }) === null;
  const isObserved = row.queried <= today && decoded.kind === "history";
  return {
    history,
    extras: isReadable ? row.extras : "",
    // Due again with the next pass.
    queried: isObserved ? row.queried : (history[0]?.last ?? -1),
    touched: row.touched > today ? today : row.touched,
  };
}

/**
 * Repairs what a wrong clock or a damaged disk left in these rows: days after today are taken out, as if nothing had been observed
 * on them; what cannot be read is emptied. Verdicts follow, are published, and the URLs are checked again today. Under the locks of the
 * rows, as crawlers take them. Answers how many.
 */
export function repairUrls(db: Database, ids: readonly UrlId[], today: Day): Promise<number> {
  return db.transaction(async ({ orm }) => {
    const locked = await select(orm)
      .where(isAnyOf(url.id, ids))
      .orderBy(url.id)
      .for("no key update", { of: url });
    const rows = locked.filter((row) => damageOf(row) !== null || latestDay(row) > today);
    const now = rows.map((row) => ({ row, ...repairedRow(row, today) }));
    await store(orm, now);
    const observed = now.filter(({ row, history }) => !isSame(row.history, encodeHistory(history)));
    await planVerdictChanges(
      orm,
      observed.map(({ row, history, extras }) => ({
        id: row.id,
        due: nextVerdictChange(history, decodeExtras(extras).notes, today),
      })),
    );
    const checked = observed.filter(({ row }) => (row.flags & BLOCKED_BIT) === 0);
    await planRechecks(
      orm,
      checked.map(({ row }) => ({ id: row.id, due: today })),
    );
    const changes = observed.flatMap(({ row, ...after }) => changeOf(row, after, today) ?? []);
    await writeUrlChanges(orm, await softenReported(orm, changes));
    return rows.length;
  });
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

async function store(orm: Orm, now: readonly (Repaired & { readonly row: StoredUrl })[]): Promise<void> {
  if (now.length === 0) return;
  const { id, history, extras, queried, touched } = url;
  const given = batch(
    "given",
    { id, history, extras, queried, touched },
    now.map(({ row, ...after }) => ({ ...after, id: row.id, history: encodeHistory(after.history) })),
  );
  await orm
    .update(url)
    .set({ history: given.history, extras: given.extras, queried: given.queried, touched: given.touched })
    .from(given.rows)
    .where(eq(id, given.id));
}

function changeOf(
  row: StoredUrl,
  after: Pick<Repaired, "history" | "extras">,
  today: Day,
): UrlChangeRow | null {
  if (row.host === null) return null;
  const { notes } = decodeExtras(after.extras);
  const decoded = decodeHistory(row.history);
  const before = shownUrl(decoded.kind === "history" ? decoded.history : [], notes, today);
  const shown = shownUrl(after.history, notes, today);
  const news = before.verdict === shown.verdict ? (["status"] as const) : (["verdict", "status"] as const);
  const text = decodeUrl({ ...row, host: row.host } satisfies UrlColumns);
  return { id: row.id, day: today, change: { url: text, news, before, after: shown } };
}

/**
 * Deletes URLs that are none, with all that depends on them; pages that name them are read again, which enters what they
 * have. Answers how many; what very many pages name takes several calls.
 */
export function deleteUrls(db: Database, ids: readonly UrlId[], today: Day): Promise<number> {
  return db.transaction(async ({ orm }) => {
    await orm.select({ id: url.id }).from(url).where(isAnyOf(url.id, ids)).orderBy(url.id).for("update");
    await markUsersWithin(orm, ids);
    return (await deleteLocked(orm, ids, today)) ?? 0;
  });
}

/** Makes pages name the eldest of URLs that stand twice, and deletes the others with all that depends on them. Answers how many. */
export function mergeUrls(
  db: Database,
  doubled: readonly { readonly id: UrlId; readonly eldest: UrlId }[],
  today: Day,
): Promise<number> {
  const younger = doubled.filter(({ id, eldest }) => id !== eldest);
  return db.transaction(async ({ orm }) => {
    const ids = [...new Set(younger.flatMap(({ id, eldest }) => [id, eldest]))].sort(
      (one, other) => one - other,
    );
    await orm.select({ id: url.id }).from(url).where(isAnyOf(url.id, ids)).orderBy(url.id).for("update");
    await planByIndex(orm);
    for (const { id, eldest } of younger) {
      const urls = sql`array(select distinct case when used.id = ${id}::bigint then ${eldest}::bigint else used.id end
        from unnest(${pageLink.urls}) as used (id) order by 1)`;
      await orm.update(pageLink).set({ urls }).where(sql`${pageLink.urls} @> array[${id}::bigint]`);
    }
    let count = 0;
    for (const { id } of younger) count += (await deleteLocked(orm, [id], today)) ?? 0;
    await publishUrlChanges(
      orm,
      younger.map(({ eldest }) => eldest),
      today,
      { news: ["status"] },
    );
    return count;
  });
}
