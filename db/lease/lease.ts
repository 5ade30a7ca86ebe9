import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { batch } from "../batch.ts";
import type { Orm } from "../orm.ts";
import { EPOCH } from "../schema/columns.ts";
import { leaseTokenSequence } from "../schema/work.ts";
import { fromNow, isAnyOf, nextOf } from "../statement.ts";

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

/** Nobody holds the row, or its holder let the lease run out; for so many seconds by now. */
export const isFree = ({ leaseUntil }: Pick<LeasedTable, "leaseUntil">, seconds = 0): SQL =>
  sql`${leaseUntil} < ${fromNow(-seconds)}`;

/** For `set`: the row is the holder's for so long. Rows are picked by `isFree` and locked before, `for update skip locked`. */
export const granted = (holder: string, seconds: number) => ({
  holder,
  leaseUntil: fromNow(seconds),
});
/** The same of a table with fencing tokens: greater than all that were granted before. */
export const fenced = (holder: string, seconds: number) => ({
  ...granted(holder, seconds),
  token: nextOf(leaseTokenSequence),
});

/** For `set`: nobody holds the row. */
export const FREED = { holder: null, leaseUntil: EPOCH };

const freed = (named: boolean) => (named ? { leaseUntil: EPOCH } : FREED);

type Named = Readonly<Record<string, unknown>>;
/** Values of columns, by their names in the schema. */
type Set = Readonly<Record<string, SQL | null>>;

/**
 * The leases on the rows of a table, each for one holder at a time. A holder renews while it works, and gives back; the lease
 * of one that died runs out, or is ended for it.
 */
export class Leases<Table extends LeasedTable, Key extends KeyColumns> {
  readonly #table: LeasedTable;
  readonly #columns: KeyColumns;
  readonly #key: SQL;
  /** By which a lease is known. */
  readonly #proof: KeyColumns;

  /** `key`: the columns of the row's key, under the names that leases have for them. */
  constructor(table: Table, key: Key) {
    this.#table = table;
    this.#columns = key;
    this.#key = sql.join(Object.values(key), sql`, `);
    const fence: KeyColumns =
      "token" in table ? { token: table.token as PgColumn } : { holder: table.holder };
    this.#proof = { ...key, ...fence };
  }

  /** Of one row: the lease still stands. */
  isHeldBy(lease: Held<Table, Key>): SQL | undefined {
    return this.#matches((name) => (lease as Named)[name]);
  }

  /** Prolongs leases from now. Answers those that still stand; the others are another holder's by now. */
  renew<Lease extends Held<Table, Key>>(
    orm: Orm,
    leases: readonly Lease[],
    seconds: number,
  ): Promise<Lease[]> {
    return this.#update(orm, leases, { leaseUntil: fromNow(seconds) });
  }

  /**
   * Gives leases back. Answers those that still stood. `also`: what is set with it; `named`: the holder stays named, so that
   * the next one sees that something was broken off.
   */
  release<Lease extends Held<Table, Key>>(
    orm: Orm,
    leases: readonly Lease[],
    { also = {}, named = false }: { readonly also?: Set; readonly named?: boolean } = {},
  ): Promise<Lease[]> {
    return this.#update(orm, leases, { ...freed(named), ...also });
  }

  /** Keeps leases from being taken until the transaction ends: who claims one locks its row `for update`. Answers those that still stand. */
  async lock<Lease extends Held<Table, Key>>(orm: Orm, leases: readonly Lease[]): Promise<Lease[]> {
    if (leases.length === 0) return [];
    return this.#among(leases, await this.#locked(orm, leases, "key share"));
  }

  /** Who holds rows at this moment, dead or alive. */
  async holders(orm: Orm): Promise<string[]> {
    const { holder } = this.#table;
    const rows = await orm
      .selectDistinct({ holder: sql<string>`${holder}` })
      .from(this.#table)
      .where(and(isNotNull(holder), sql`not ${isFree(this.#table)}`));
    return rows.map((row) => row.holder);
  }

  /** Ends the leases of holders that died. `named`: as of `release`. */
  async endOf(orm: Orm, holders: readonly string[], named = false): Promise<void> {
    const { holder } = this.#table;
    const theirs = orm
      .select(this.#columns)
      .from(this.#table)
      .where(isAnyOf(holder, holders))
      .orderBy(this.#key)
      .for("update");
    await orm.update(this.#table).set(freed(named)).where(sql`(${this.#key}) in ${theirs}`);
  }

  async #update<Lease extends Held<Table, Key>>(
    orm: Orm,
    leases: readonly Lease[],
    set: Set,
  ): Promise<Lease[]> {
    if (leases.length === 0) return [];
    // By itself an update locks rows as its join comes to them.
    const held = orm.$with("held").as(this.#locked(orm, leases, "no key update"));
    const isHeld = Object.entries(this.#columns).map(([name, column]) => eq(column, held[name]));
    const updated = await orm
      .with(held)
      .update(this.#table)
      .set(set)
      .from(held)
      .where(and(...isHeld))
      .returning(this.#proof);
    return this.#among(leases, updated);
  }

  /** The rows of leases that still stand, locked in the order of their keys, as all do: so two never wait for each other. */
  #locked(orm: Orm, leases: readonly Held<Table, Key>[], strength: "key share" | "no key update") {
    const { rows, isGiven } = this.given(leases);
    return orm
      .select(this.#proof)
      .from(this.#table)
      .innerJoin(rows, isGiven)
      .orderBy(this.#key)
      .for(strength, { of: this.#table });
  }

  /** Leases as rows of a statement, and the condition that a row of the table is under one of them that still stands. */
  given(leases: readonly Held<Table, Key>[]): { readonly rows: SQL; readonly isGiven: SQL | undefined } {
    const given = batch("given", this.#proof, leases as unknown as readonly Record<string, never>[]);
    return { rows: given.rows, isGiven: this.#matches((name) => given[name]) };
  }

  #matches(given: (name: string) => unknown): SQL | undefined {
    const proven = Object.entries(this.#proof).map(([name, column]) => eq(column, given(name)));
    return and(...proven, isNotNull(this.#table.holder));
  }

  /** Those of the leases that stand in the answer. */
  #among<Lease>(leases: readonly Lease[], rows: Iterable<Named>): Lease[] {
    const columns = Object.keys(this.#proof);
    const textOf = (lease: Named) => columns.map((name) => String(lease[name])).join(" ");
    const found = new Set([...rows].map(textOf));
    return leases.filter((lease) => found.has(textOf(lease as Named)));
  }
}
