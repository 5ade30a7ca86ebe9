import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Orm } from "../orm.ts";
import { EPOCH } from "../schema/columns.ts";
import { leaseTokenSequence } from "../schema/work.ts";
import { batch, fromNow, isAnyOf, names } from "../statement.ts";

/** A table whose rows are leased: `leaseColumns` or `fencedLeaseColumns` of its schema. */
type LeasedTable = PgTable & { readonly holder: PgColumn; readonly leaseUntil: PgColumn };
type Fence<Table> = Table extends { readonly token: PgColumn }
  ? { readonly token: number }
  : { readonly holder: string };
type KeyColumns = Readonly<Record<string, PgColumn>>;

/** What proves a lease: the row's key, and the fencing token under which it was granted (of tables without one, the holder). */
export type Held<Table, Key extends KeyColumns> = {
  readonly [Name in keyof Key]: Key[Name]["_"]["data"];
} & Fence<Table>;

/** Until the lease runs out unless it is renewed. */
export const secondsLeft = ({ leaseUntil }: Pick<LeasedTable, "leaseUntil">): SQL<number> =>
  sql<number>`extract(epoch from ${leaseUntil} - clock_timestamp())::float8`;

/** Nobody holds the row, or whoever did let the lease run out. */
export const isFree = ({ leaseUntil }: Pick<LeasedTable, "leaseUntil">): SQL =>
  sql`${leaseUntil} < clock_timestamp()`;

/** For `set`: the row is the holder's for so long. Rows are picked by `isFree` and locked before, `for update skip locked`. */
export const granted = (holder: string, seconds: number) => ({
  holder,
  leaseUntil: fromNow(seconds),
});
/** The same of a table with fencing tokens: greater than all that were granted before. */
export const fenced = (holder: string, seconds: number) => ({
  ...granted(holder, seconds),
  token: sql<number>`nextval(${leaseTokenSequence.seqName})`,
});

/** For `set`: nobody holds the row. */
export const FREED = { holder: null, leaseUntil: EPOCH };

/**
 * The leases on the rows of a table, each for one holder at a time. A holder renews while it works, and gives back; the lease
 * of one that died runs out, or is ended for it.
 */
export function leasesOn<Table extends LeasedTable, Key extends KeyColumns>(table: Table, key: Key) {
  type Lease = Held<Table, Key>;
  const fence: KeyColumns = "token" in table ? { token: table.token as PgColumn } : { holder: table.holder };
  const proof: KeyColumns = { ...key, ...fence };
  const keys = Object.values(key);
  const textOf = (lease: Readonly<Record<string, unknown>>) =>
    Object.keys(proof)
      .map((name) => String(lease[name]))
      .join(" ");

  const givenAs = (leases: readonly Lease[]) => {
    const given = batch("given", proof, leases as unknown as readonly Record<string, never>[]);
    const isGiven = and(
      ...Object.entries(proof).map(([name, column]) => eq(column, given[name] as SQL)),
      isNotNull(table.holder),
    );
    return { rows: given.rows, isGiven };
  };
  const shown = sql.join(
    Object.entries(proof).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  );

  /** Those of the leases that stand in the answer. */
  const among = (leases: readonly Lease[], rows: Iterable<Readonly<Record<string, unknown>>>): Lease[] => {
    const found = new Set([...rows].map(textOf));
    return leases.filter((lease) => found.has(textOf(lease)));
  };

  return {
    /** Of one row: the lease still stands. */
    isHeldBy: (lease: Lease): SQL | undefined =>
      and(
        ...Object.entries(proof).map(([name, column]) => eq(column, lease[name as keyof Lease])),
        isNotNull(table.holder),
      ),

    /** Prolongs leases from now. Answers those that still stand; the others are another holder's by now. */
    async renew<Some extends Lease>(orm: Orm, leases: readonly Some[], seconds: number): Promise<Some[]> {
      if (leases.length === 0) return [];
      const { rows, isGiven } = givenAs(leases);
      const renewed = await orm.execute(sql`
        update ${table} set ${names(table.leaseUntil)} = ${fromNow(seconds)}
        from ${rows} where ${isGiven} returning ${shown}`);
      return among(leases, renewed) as Some[];
    },

    /** Keeps leases from being taken until the transaction ends. Answers those that still stand. */
    async lock<Some extends Lease>(orm: Orm, leases: readonly Some[]): Promise<Some[]> {
      if (leases.length === 0) return [];
      const { rows, isGiven } = givenAs(leases);
      const order = sql.join(keys, sql`, `);
      const locked = await orm.execute(sql`
        select ${shown} from ${table}, ${rows} where ${isGiven} order by ${order} for key share of ${table}`);
      return among(leases, locked) as Some[];
    },

    /** Gives leases back. Answers those that still stood. */
    async release<Some extends Lease>(orm: Orm, leases: readonly Some[]): Promise<Some[]> {
      if (leases.length === 0) return [];
      const { rows, isGiven } = givenAs(leases);
      const released = await orm.execute(sql`
        update ${table} set ${names(table.holder)} = null, ${names(table.leaseUntil)} = ${EPOCH}
        from ${rows} where ${isGiven} returning ${shown}`);
      return among(leases, released) as Some[];
    },

    /** Who holds rows at this moment, dead or alive. */
    async holders(orm: Orm): Promise<string[]> {
      const rows = await orm
        .selectDistinct({ holder: sql<string>`${table.holder}` })
        .from(table as LeasedTable)
        .where(and(isNotNull(table.holder), sql`not ${isFree(table)}`));
      return rows.map(({ holder }) => holder);
    },

    /** Ends the leases of holders that died. They stay named, where `named`: so whoever is next sees what was broken off. */
    async endOf(orm: Orm, holders: readonly string[], named = false): Promise<void> {
      const order = sql.join(keys, sql`, `);
      const key = sql.join(keys, sql`, `);
      await orm.execute(sql`
        update ${table} set ${names(table.leaseUntil)} = ${EPOCH}${named ? sql`` : sql`, ${names(table.holder)} = null`}
        where (${key}) in (
          select ${key} from ${table} where ${isAnyOf(table.holder, holders)} order by ${order} for update)`);
    },
  };
}
