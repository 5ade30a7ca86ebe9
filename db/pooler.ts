import postgres from "postgres";
import { inTime } from "./in-time.ts";

/**
 * What stands between us and PostgreSQL: nothing; a pooler that lends a connection for as long as a client's session lasts; or one that
 * lends it for a transaction, after which prepared statements and locks of the session are somebody else's.
 */
export type Pooler = "none" | "session" | "transaction";

/** Two clients that take turns get the same connection at once, unless others are quicker each time. */
const TURNS = 20;

/** The process that serves a statement, and the one that the server named when we connected, which a pooler invents. */
async function whoServes(sql: postgres.Sql): Promise<{ readonly serves: number; readonly named: number }> {
  const answer = await sql.unsafe<{ pid: number }[]>("select pg_backend_pid() as pid");
  return { serves: answer[0]?.pid ?? 0, named: answer.state.pid };
}

/**
 * A server that takes connections and closes each, as a proxy may whose database is away, is asked again and again by the driver, which
 * never gives up: its own limit is for each connection.
 */
const ANSWER_MS_MAX = 15_000;

const noAnswer = () => Object.assign(new Error("no answer"), { code: "CONNECT_TIMEOUT" });

/** Asks by doing. Rejects with the driver's error where there is no connection. */
export async function findPooler(databaseUrl: string): Promise<Pooler> {
  const open = () =>
    postgres(databaseUrl, { max: 1, prepare: false, fetch_types: false, connect_timeout: 10, onnotice() {} });
  const [one, other] = [open(), open()];
  try {
    const first = await inTime(whoServes(one), ANSWER_MS_MAX, noAnswer);
    if (first.serves === first.named) return "none";
    for (let turn = 0; turn < TURNS; turn++) {
      const { serves } = await whoServes(one);
      if ((await whoServes(other)).serves === serves) return "transaction";
    }
    return "session";
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}
