import { eq, getTableName, max, sql } from "drizzle-orm";
import type { PgColumn, PgSequence, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../connect.ts";
import { isForeign } from "../dispatch/clients.ts";
import { FREED } from "../lease/lease.ts";
import { roleName } from "../roles/apply.ts";
import { COMPONENTS } from "../roles/grants.ts";
import {
  archiveService,
  change,
  dispatchClient,
  farm,
  hostLease,
  leaseTokenSequence,
  nameOfWiki,
  recheck,
  slice,
  stream,
  url,
  urlIdSequence,
  wiki,
  wikiServer,
  worker,
} from "../schema/index.ts";
import { evaluate, fromNow, sequenceRow } from "../statement.ts";

/** Who asks, and how. */
export interface Session {
  readonly user: string;
  readonly superuser: boolean;
  readonly owner: boolean;
  /** The connection is encrypted; null: the server does not say. */
  readonly encrypted: boolean | null;
}

export function session({ orm }: Database): Promise<Session> {
  return evaluate(orm, {
    user: sql<string>`current_user::text`,
    superuser: sql<boolean>`(select rolsuper from pg_roles where rolname = current_user)`,
    owner: sql<boolean>`pg_has_role(current_user, (select relowner from pg_class where oid = ${getTableName(wiki)}::regclass), 'usage')`,
    encrypted: sql<boolean | null>`(select ssl from pg_stat_ssl where pid = pg_backend_pid())`,
  });
}

/**
 * Which instants lie ahead of the database's own clock, by more than a minute, and the latest of them: it was set back. With `repair`
 * they become now: when something happened is not known, only that it did.
 */
export async function instantsAhead(
  { orm }: Database,
  repair: boolean,
): Promise<{ where: string; latestMs: number }[]> {
  const latest = (table: PgTable, column: PgColumn) =>
    orm
      .select({ at: sql<number | null>`(extract(epoch from ${max(column)}) * 1000)::float8` })
      .from(sql`${table}`);
  const youngest = orm
    .select({ at: change.at })
    .from(change)
    .orderBy(sql`${change.xid} desc, ${change.id} desc`)
    .limit(1)
    .as("youngest");
  const found = [
    { where: "worker", row: (await latest(worker, worker.seenAt))[0] },
    { where: "dispatch_client", row: (await latest(dispatchClient, dispatchClient.dispatchedAt))[0] },
    {
      where: "change",
      row: (
        await orm
          .select({ at: sql<number | null>`(extract(epoch from max(${youngest.at})) * 1000)::float8` })
          .from(youngest)
      )[0],
    },
  ];
  const { now } = await evaluate(orm, {
    now: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`,
  });
  const ahead = found.flatMap(({ where, row }) => {
    const latestMs = row?.at ?? 0;
    return latestMs > now + 60_000 ? [{ where, latestMs }] : [];
  });
  if (repair && ahead.length > 0) {
    const [NOW, isAhead] = [sql`clock_timestamp()`, (column: PgColumn) => sql`${column} > clock_timestamp()`];
    await orm
      .update(worker)
      .set({ startedAt: sql`least(${worker.startedAt}, ${NOW})`, seenAt: NOW })
      .where(isAhead(worker.seenAt));
    await orm.update(dispatchClient).set({ dispatchedAt: NOW }).where(isAhead(dispatchClient.dispatchedAt));
    await orm.update(change).set({ at: NOW }).where(isAhead(change.at));
  }
  return ahead;
}

type Leased = PgTable & { readonly holder: PgColumn; readonly leaseUntil: PgColumn };
const LEASED: readonly Leased[] = [
  recheck,
  slice,
  hostLease,
  dispatchClient,
  stream,
  wiki,
  archiveService,
  wikiServer,
];
/** No lease is granted for so long. */
const LEASE_SECONDS_MAX = 86_400;
const isEndless = (column: PgColumn) => sql`${column} > ${fromNow(LEASE_SECONDS_MAX)}`;

/** Leases that do not end within a day, as the clock went back: nobody else may do that work. With `repair` they end. */
export async function endlessLeases(
  { orm }: Database,
  repair: boolean,
): Promise<{ table: string; rows: number; repaired: number }[]> {
  const found: { table: string; rows: number; repaired: number }[] = [];
  for (const table of LEASED) {
    const where = isEndless(table.leaseUntil);
    const rows = await orm.$count(table, where);
    const repaired = repair && rows > 0 ? (await orm.update(table).set(FREED).where(where)).count : 0;
    found.push({ table: getTableName(table), rows, repaired });
  }
  return found.filter(({ rows }) => rows > 0);
}

/** Sequences behind the numbers that they gave, as after a restore of single tables: what is drawn next is not unique. */
export async function lateSequences(
  { orm }: Database,
  repair: boolean,
): Promise<{ sequence: string; last: number; used: number; repaired: number }[]> {
  const tokens = [
    orm.select({ used: max(slice.token) }).from(slice),
    orm.select({ used: max(dispatchClient.token) }).from(dispatchClient),
    orm.select({ used: max(stream.token) }).from(stream),
    orm.select({ used: max(archiveService.token) }).from(archiveService),
    orm.select({ used: max(wiki.token) }).from(wiki),
  ];
  const used = async (queries: readonly PromiseLike<{ used: number | null }[]>[]) => {
    let most = 0;
    for (const query of queries) most = Math.max(most, Number((await query)[0]?.used ?? 0));
    return most;
  };
  const each: [PgSequence, number][] = [
    [urlIdSequence, await used([orm.select({ used: max(url.id) }).from(url)])],
    [leaseTokenSequence, await used(tokens)],
  ];
  const late: { sequence: string; last: number; used: number; repaired: number }[] = [];
  for (const [sequence, most] of each) {
    const name = sequence.seqName ?? "";
    const [row] = await orm.select({ last: sql<number>`last_value::float8` }).from(sequenceRow(sequence));
    const last = row?.last ?? 0;
    if (last >= most) continue;
    if (repair) await evaluate(orm, { set: sql`setval(${name}::regclass, ${most}::bigint)` });
    late.push({ sequence: name, last, used: most, repaired: repair ? 1 : 0 });
  }
  return late;
}

/** Processes of components that are connected as somebody else than the component's own role, where it has one. */
export async function strangers({
  orm,
}: Database): Promise<{ component: string; user: string; processes: number }[]> {
  const { database } = await evaluate(orm, { database: sql<string>`current_database()::text` });
  const rows = await orm
    .select({
      name: sql<string>`application_name`,
      user: sql<string>`usename::text`,
      processes: sql<number>`count(distinct pid)::float8`,
    })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and application_name like 'weboid %'`)
    .groupBy(sql`application_name, usename`);
  const roles = await orm.select({ name: sql<string>`rolname::text` }).from(sql`pg_roles`);
  const known = new Set(roles.map(({ name }) => name));
  return COMPONENTS.flatMap((component) => {
    const role = roleName(database, component);
    if (!known.has(role)) return [];
    return rows
      .filter(({ name, user }) => name === `weboid ${component}` && user !== role)
      .map(({ user, processes }) => ({ component, user, processes }));
  });
}

/** Clients whose position lies beyond the server's newest transaction: it is of another server. */
export function foreignClients({ orm }: Database): Promise<{ name: string; target: string }[]> {
  return orm
    .select({ name: nameOfWiki, target: dispatchClient.target })
    .from(dispatchClient)
    .innerJoin(wiki, eq(wiki.id, dispatchClient.wikiId))
    .innerJoin(farm, eq(farm.code, wiki.farm))
    .where(isForeign)
    .orderBy(nameOfWiki, dispatchClient.target);
}
