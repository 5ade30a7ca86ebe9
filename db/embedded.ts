import { hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { usableBinaries } from "./embedded/binaries.ts";
import { ensureCluster } from "./embedded/cluster.ts";
import { fileTrouble, findPlace, type Place, rememberPlace } from "./embedded/place.ts";
import { type Hold, joinServer, startServer, type Waiting } from "./embedded/server.ts";
import { addressOf, DATABASE, ensureSetUp, OWNER } from "./embedded/set-up.ts";
import { codeOf, DatabaseError, type DatabaseLog, messageOf } from "./errors.ts";

export interface Embedded {
  /** For `connect`, as the owner of the database, who is no superuser. */
  readonly url: string;
  /** The same for one of the components' roles, once they were made with this password (db/roles). */
  urlAs(role: string): string;
  rolePassword(role: string): string;
  /** Gives our share back: the server ends unless another process uses it. Safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Server settings over the built-in ones, as `{ fsync: "off" }`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The server ended and could not be started again: everything that needs the database may end. */
  readonly onLost?: (error: DatabaseError) => void;
  /** Aborted before the server runs, nothing is left running, and the reason is thrown. */
  readonly signal?: AbortSignal | undefined;
  /** Where the cluster may lie when the account that runs the server cannot reach the data folder (root only). */
  readonly outside?: readonly string[];
  /** Of a start, in place of the built-in ones. */
  readonly limits?: Waiting["limits"];
}

const ATTEMPTS_MAX = 20;
interface Holding {
  readonly place: Place;
  readonly password: string;
  readonly start: () => Promise<Hold | null>;
  readonly waiting: Waiting;
}

async function holdServer({ place, password, start, waiting }: Holding): Promise<Hold> {
  const { signal } = waiting;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const hold = (await joinServer(place.folder, waiting)) ?? (await start());
    if (hold === null) continue;
    if (signal?.aborted) await hold.release();
    signal?.throwIfAborted();
    if ((await ensureSetUp({ password, port: hold.port })) && hold.valid()) return hold;
    await hold.release();
  }
  throw new DatabaseError(
    "start-failed",
    `PostgreSQL in ${place.folder} starts and stops again and again: see its server.log, and that no other program uses the folder`,
  );
}

const WATCH_MS = 500;
/** SQLSTATE: the password is another; the superuser may not log in, as after the set-up. */
const NO_LOGIN = /^28(P01|000)$/;

/**
 * Starts the server again when it ended though it is held, as its clients wait for it: by `kill -9`, or because it could not write.
 * The first of its holders that notices does so, the others share it. Answers how to give the share back.
 */
function keepRunning(
  first: Hold,
  holdAgain: (signal: AbortSignal) => Promise<Hold>,
  log: DatabaseLog,
  onLost: (error: DatabaseError) => void,
): () => Promise<void> {
  let hold = first;
  let restarting: Promise<void> | null = null;
  const stopping = new AbortController();
  const restart = async () => {
    log.warn("PostgreSQL has ended, though it is used: starting it again", "database-restarted");
    try {
      // Ours first, so that the new server has none of the old one's watchers.
      await hold.release();
      hold = await holdAgain(stopping.signal);
      if (hold.port !== first.port)
        throw new DatabaseError(
          "start-failed",
          `PostgreSQL is back on port ${hold.port}, as another program took port ${first.port}: start Weboid again`,
        );
      log.info(`PostgreSQL is back on 127.0.0.1:${hold.port}`);
    } catch (error) {
      clearInterval(timer);
      const lost =
        error instanceof DatabaseError
          ? error
          : new DatabaseError("start-failed", messageOf(error), { cause: error });
      if (!stopping.signal.aborted) onLost(lost);
    }
    restarting = null;
  };
  const timer = setInterval(() => {
    if (restarting === null && hold.ended()) restarting = restart();
  }, WATCH_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    // A recovery may take long.
    stopping.abort();
    await restarting;
    await hold.release();
  };
}

const wrongPassword = (folder: string, what: string, cause: unknown) =>
  new DatabaseError(
    "data-gone",
    `the password in ${join(folder, "password")} ${what}: put the file back as it was`,
    { cause },
  );

function passwordIn(folder: string): string {
  try {
    return readFileSync(join(folder, "password"), "utf8").trim();
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") throw wrongPassword(folder, "is gone", cause);
    throw new DatabaseError(
      "data-dir",
      `the database in ${folder} belongs to another user: start Weboid as that user, or set WEBOID_DATA to another folder`,
      { cause },
    );
  }
}

/**
 * Starts the PostgreSQL server that belongs to a data folder, on 127.0.0.1 and a free port, with a password that only
 * this user can read; or takes a share in it when it runs already, so that commands can be used beside `weboid up`.
 * The first start makes the cluster. The server ends when its last holder stops or dies, however it dies.
 * Works as root (the server runs as an account that exists) and as an ordinary user. Throws DatabaseError.
 */
export async function startEmbedded(
  dataDir: string,
  log: DatabaseLog,
  options: EmbeddedOptions = {},
): Promise<Embedded> {
  let place = findPlace(dataDir, log, options.outside);
  const binaries = usableBinaries(place.account, place.copies);
  await ensureCluster(binaries, place, options.signal);
  const folder = rememberPlace(place);
  if (folder !== place.folder) place = findPlace(dataDir, log, options.outside);
  const password = passwordIn(place.folder);
  const holdIt = (signal?: AbortSignal) => {
    const waiting = { log, signal, limits: options.limits };
    const start = () => startServer(binaries, place, options.settings ?? {}, waiting);
    return holdServer({ place, password, start, waiting }).catch((error: unknown) => {
      // A refusal of the file system, or PostgreSQL's disk_full.
      const code = codeOf(error) === "53100" ? "ENOSPC" : codeOf(error);
      if (NO_LOGIN.test(code)) throw wrongPassword(place.folder, "is not the database's", error);
      throw /^E[A-Z]+$/.test(code)
        ? fileTrouble(place.folder, Object.assign(new Error(code), { code }))
        : error;
    });
  };
  const hold = await holdIt(options.signal);
  log.info(`PostgreSQL ${binaries.version.split("-")[0]} on 127.0.0.1:${hold.port}, data in ${place.folder}`);
  const rolePassword = (role: string) =>
    Buffer.from(hkdfSync("sha256", password, "", `weboid database role ${role}`, 24)).toString("hex");
  return {
    url: addressOf({ password, port: hold.port }, OWNER, DATABASE),
    urlAs: (role) => addressOf({ password: rolePassword(role), port: hold.port }, role, DATABASE),
    rolePassword,
    stop: keepRunning(hold, holdIt, log, options.onLost ?? (() => {})),
  };
}
