import { hkdfSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { usableBinaries } from "./embedded/binaries.ts";
import { ensureCluster } from "./embedded/cluster.ts";
import { fileTrouble, findPlace, type Place, rememberPlace } from "./embedded/place.ts";
import { type Hold, joinServer, startServer } from "./embedded/server.ts";
import { addressOf, DATABASE, ensureSetUp, OWNER } from "./embedded/set-up.ts";
import { codeOf, DatabaseError, type DatabaseLog } from "./errors.ts";

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
  /** Where the cluster may lie when the account that runs the server cannot reach the data folder (root only). */
  readonly outside?: readonly string[];
}

const ATTEMPTS_MAX = 20;
async function holdServer(place: Place, password: string, start: () => Promise<Hold | null>): Promise<Hold> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const hold = (await joinServer(place.folder)) ?? (await start());
    if (hold === null) continue;
    if ((await ensureSetUp({ password, port: hold.port })) && hold.valid()) return hold;
    await hold.release();
  }
  throw new DatabaseError(
    "start-failed",
    `PostgreSQL in ${place.folder} starts and stops again and again: see its server.log, and that no other program uses the folder`,
  );
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
  await ensureCluster(binaries, place);
  const folder = rememberPlace(place);
  if (folder !== place.folder) place = findPlace(dataDir, log, options.outside);
  let password: string;
  try {
    password = readFileSync(join(place.folder, "password"), "utf8").trim();
  } catch (cause) {
    throw new DatabaseError(
      "data-dir",
      `the database in ${place.folder} belongs to another user: start Weboid as that user, or set WEBOID_DATA to another folder`,
      { cause },
    );
  }
  const start = () => startServer(binaries, place, options.settings ?? {});
  const hold = await holdServer(place, password, start).catch((error: unknown) => {
    // A refusal of the file system, or PostgreSQL's disk_full.
    const code = codeOf(error) === "53100" ? "ENOSPC" : codeOf(error);
    throw /^E[A-Z]+$/.test(code)
      ? fileTrouble(place.folder, Object.assign(new Error(code), { code }))
      : error;
  });
  log.info(`PostgreSQL ${binaries.version.split("-")[0]} on 127.0.0.1:${hold.port}, data in ${place.folder}`);
  const rolePassword = (role: string) =>
    Buffer.from(hkdfSync("sha256", password, "", `weboid database role ${role}`, 24)).toString("hex");
  return {
    url: addressOf({ password, port: hold.port }, OWNER, DATABASE),
    urlAs: (role) => addressOf({ password: rolePassword(role), port: hold.port }, role, DATABASE),
    rolePassword,
    stop: () => hold.release(),
  };
}
