import type { Database } from "../connect.ts";
import { ormOver } from "../orm.ts";

const STATEMENT = /^\s*(?:select|insert|update|delete|with|begin|create|drop|alter|lock)\b/i;

/** The same database, which tells of each statement before it is sent, also inside of transactions; what `before` throws rejects it. */
export function watched(
  db: Database,
  before: (statement: string, parameters: readonly unknown[]) => void,
): Database {
  const sqlOf = () =>
    new Proxy(db.sql, {
      apply(target, self, args) {
        const [parts] = args;
        // Parts of statements are no statements: identifiers, lists, and templates within templates.
        const text = Array.isArray(parts) && "raw" in parts ? parts.join("?") : "";
        if (STATEMENT.test(text)) before(text, args.slice(1));
        return Reflect.apply(target, self, args);
      },
      get(target, name) {
        if (name !== "unsafe") return Reflect.get(target, name);
        return (...args: Parameters<typeof target.unsafe>) => {
          before(args[0], args[1] ?? []);
          return target.unsafe(...args);
        };
      },
    });
  return {
    pool: db.pool,
    get sql() {
      return sqlOf();
    },
    get orm() {
      return ormOver(sqlOf());
    },
    transaction: (work) => db.transaction((tx) => work(watched(tx, before))),
    session: () => db.session(),
    apart: (options) => db.apart(options),
    unusableServers: () => db.unusableServers(),
    // Its owner closes it.
    close: async () => {},
  };
}
