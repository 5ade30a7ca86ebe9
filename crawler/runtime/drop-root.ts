import { existsSync, lchownSync, lstatSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isMainThread } from "node:worker_threads";
import { canReach, canRead, lentAccount, type PasswdLine } from "../../db/embedded/account.ts";
import { clusterOf } from "../../db/embedded/place.ts";
import { dataOf } from "../../db/embedded/process.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";

const SOURCE = import.meta.filename;

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
 * the embedded database runs, and so is the data folder. Where that account cannot work here, or not read `files`, a warning says why
 * and root stays. `keepsData`: the data folder is needed.
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
    log.warn(`goes on as root, because ${obstacle}: better start it as an ordinary user (docs/operators.md)`);
    return;
  }
  const { uid, gid } = account.ids;
  if (keepsData) mkdirSync(dataDir, { recursive: true });
  if (existsSync(dataDir)) handOver(dataDir, account.ids);
  setgroups([gid]);
  setgid(gid);
  setuid(uid);
  process.env.HOME = resolve(dataDir);
}
