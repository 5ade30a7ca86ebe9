import { existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isMainThread } from "node:worker_threads";
import { canReach, canRead, lentAccount, type PasswdLine } from "../../db/embedded/account.ts";
import { clusterOf } from "../../db/embedded/place.ts";
import { dataOf } from "../../db/embedded/process.ts";
import type { Config } from "./config.ts";
import { WorkError } from "./errors.ts";
import { folderTrouble } from "./folder-lock.ts";
import type { Log } from "./log.ts";

const SOURCE = import.meta.filename;

/** What is made in a data folder. */
const OURS =
  /^(?:edge|postgres(?:\.location|\.new-[\w-]+)?|programs|(?:up|edge)\.(?:json|lock(?:-journal)?)|(?:tokens|sample|simulation)\.json(?:\.new)?)$/;
/** By one of which a folder that holds other things, too, is known as Weboid's. */
const MARKERS = ["up.lock", "edge.lock", "tokens.json", "edge/kv.sqlite", "postgres/password"];

function isDataFolder(dataDir: string, { uid }: PasswdLine["ids"]): boolean {
  if (readdirSync(dataDir).every((name) => OURS.test(name))) return true;
  return MARKERS.some((name) => {
    const owner = lstatSync(join(dataDir, name), { throwIfNoEntry: false })?.uid;
    return owner === 0 || owner === uid;
  });
}

/** Of a folder of Weboid's, what Weboid makes there. Throws a WorkError for any other that is not empty. */
function handOverData(dataDir: string, { name: user, ids }: PasswdLine): void {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  if (!isDataFolder(folder, ids))
    throw new WorkError(
      `${dataDir} holds other things than Weboid's, and would be handed to user ${user}, as root is given up: set WEBOID_DATA to another folder, empty or not there yet`,
    );
  for (const name of readdirSync(folder)) if (OURS.test(name)) handOver(join(folder, name), ids);
  const { uid } = lstatSync(folder);
  if (uid === 0) lchownSync(folder, ids.uid, ids.gid);
}

/** What root made becomes the account's; but no file with a second name, which the account might have given to a file elsewhere. */
function handOver(path: string, ids: PasswdLine["ids"]): void {
  const stat = lstatSync(path);
  if (stat.uid !== 0 && stat.uid !== ids.uid) return;
  if (stat.isDirectory()) for (const name of readdirSync(path)) handOver(join(path, name), ids);
  else if (stat.nlink > 1) return;
  lchownSync(path, ids.uid, ids.gid);
}

/** What keeps the account from working here; null: nothing. */
function obstacleFor(account: PasswdLine, dataDir: string, files: readonly string[]): string | null {
  if (!canReach(account, dirname(resolve(dataDir)))) return `user ${account.name} cannot reach ${dataDir}`;
  const unreadable = files.find((file) => existsSync(file) && !canRead(account, file));
  return unreadable === undefined ? null : `user ${account.name} cannot read ${unreadable}`;
}

/**
 * Gives up root for good, before anything is read from outside: from here on this process and its children are the account as which
 * the embedded database runs. Where that account cannot work here, or not read `files`, a warning says why
 * and root stays. `keepsData`: work goes on in the data folder, which is handed over; a folder that is not Weboid's is refused by a
 * WorkError, and any is left alone without.
 */
export function dropRoot(
  { dataDir, wikiCredentials }: Config,
  log: Log,
  { files = [], keepsData = true }: { readonly files?: readonly string[]; readonly keepsData?: boolean } = {},
): void {
  const { getuid, setgroups, setgid, setuid } = process;
  // A thread is as its process is, and cannot change that.
  if (!isMainThread) return;
  if (getuid?.() !== 0 || setgroups === undefined || setgid === undefined || setuid === undefined) return;
  const cluster = clusterOf(dataDir);
  const account = lentAccount(cluster === null ? null : dataOf(cluster));
  const obstacle =
    account === null
      ? "there is no user nobody in /etc/passwd"
      : obstacleFor(account, dataDir, [
          SOURCE,
          ...(wikiCredentials === null ? [] : [wikiCredentials]),
          ...files,
        ]);
  if (account === null || obstacle !== null) {
    log.warn(
      `goes on as root, because ${obstacle}: better start it as an ordinary user (docs/operators.md)`,
      "still-root",
    );
    return;
  }
  const { uid, gid } = account.ids;
  try {
    if (keepsData) handOverData(dataDir, account);
  } catch (error) {
    throw folderTrouble(dataDir, error);
  }
  setgroups([gid]);
  setgid(gid);
  setuid(uid);
  process.env.HOME = resolve(dataDir);
}
