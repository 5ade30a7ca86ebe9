import type { Database } from "../../runtime/context.ts";

/** An act took too long, and was rolled back. */
export class TooLate extends Error {}

/** The same database, whose transactions are rolled back when they end after an instant of `performance.now()`: TooLate. */
export function committedBy(db: Database, untilMs: number): Database {
  const mayGoOn = () => {
    if (performance.now() > untilMs) throw new TooLate("the act took too long and was rolled back");
  };
  const transaction: Database["transaction"] = (work) =>
    db.transaction(async (tx) => {
      mayGoOn();
      const done = await work(tx);
      mayGoOn();
      return done;
    });
  return Object.create(db, { transaction: { value: transaction } });
}
