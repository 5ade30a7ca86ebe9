import { and, eq, lte, min, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { batch } from "../batch.ts";
import type { Database } from "../connect.ts";
import { fromNow } from "../statement.ts";
import type { UrlId } from "../types.ts";

/** An address that may take the place of a URL, and that the crawler checks before anybody is shown it. */
export interface Candidate {
  readonly of: UrlId;
  readonly url: NormalisedUrl;
}

/**
 * What the crawler saw: `untried`: nothing, by our own trouble or a busy host; `refused`: it leads where no replacement may, such as
 * to what a spam list blocks.
 */
export type CandidateResult = "works" | "fails" | "untried" | "refused";

/** One that works is checked again after so many days. */
export const CHECKED_AGAIN_DAYS = 28;
/** One that does not, after so many minutes; and after so many failures it is given up. */
export const RETRY_MINUTES = 30;
export const TRIES_MAX = 3;

/** A table of candidates, one for each URL: `due` is when the crawler checks it next. */
type CandidateTable = PgTable & { readonly urlId: PgColumn; readonly due: PgColumn };

/** The candidates of a table that are due, shared by all workers. */
export class Candidates {
  readonly #table: CandidateTable;
  readonly #columns: { readonly of: PgColumn; readonly url: PgColumn };

  constructor(table: CandidateTable, address: PgColumn) {
    this.#table = table;
    this.#columns = { of: table.urlId, url: address };
  }

  /** Some that are due, kept from other workers for so many seconds: of a worker that dies they come back. */
  async take(
    { orm }: Database,
    { limit, leaseSeconds }: { readonly limit: number; readonly leaseSeconds: number },
  ): Promise<Candidate[]> {
    const { urlId, due } = this.#table;
    const taken = orm.$with("taken").as(
      orm
        .select({ id: sql<UrlId>`${urlId}`.as("id") })
        .from(this.#table)
        .where(lte(due, fromNow(0)))
        .orderBy(due)
        .limit(limit)
        .for("update", { skipLocked: true }),
    );
    const rows = await orm
      .with(taken)
      .update(this.#table)
      .set({ due: fromNow(leaseSeconds) })
      .from(taken)
      .where(eq(urlId, taken.id))
      .returning(this.#columns);
    return rows as Candidate[];
  }

  /** Seconds until one is due, if that is within so many; null: none is. */
  async next({ orm }: Database, withinSeconds: number): Promise<number | null> {
    const { due } = this.#table;
    const [row] = await orm
      .select({ seconds: sql<number | null>`extract(epoch from ${min(due)} - clock_timestamp())::float8` })
      .from(this.#table)
      .where(lte(due, fromNow(withinSeconds)));
    return row?.seconds ?? null;
  }

  /** Keeps from other workers what was taken and is not settled yet: of one that was replaced or settled nothing changes. */
  async renew({ orm }: Database, candidates: readonly Candidate[], leaseSeconds: number): Promise<void> {
    const { of, url } = this.#columns;
    const given = batch("given", { of, url }, candidates as readonly never[]);
    const due = fromNow(leaseSeconds);
    await orm
      .update(this.#table)
      .set({ due })
      .from(given.rows)
      .where(and(eq(of, given.of), eq(url, given.url), lte(this.#table.due, due)));
  }
}
