import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { DatabaseError } from "../errors.ts";

/** Who runs the server. PostgreSQL refuses uid 0, so root lends an existing account; no account is created. */
export interface Account {
  readonly name: string;
  /** What `spawn` needs; empty when the server runs as ourselves. */
  readonly ids: { readonly uid?: number; readonly gid?: number };
}

export interface PasswdLine extends Account {
  readonly ids: { readonly uid: number; readonly gid: number };
}

function accounts(): PasswdLine[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .flatMap((line) => {
      const [name, , uid, gid] = line.split(":");
      if (!name || !uid || !gid || name.startsWith("#")) return [];
      return [{ name, ids: { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } }];
    });
}

/** Accounts that root may lend, in order of fitness. `_postgres` is macOS's. */
const LENDERS = ["postgres", "_postgres", "nobody", "daemon"];

/**
 * The account that root lends: the owner of existing data, so that a second start finds itself at home whatever accounts
 * came or went meanwhile; else the first of LENDERS that exists.
 */
export function lentAccount(existingData: string | null): PasswdLine | null {
  const all = accounts();
  if (existingData !== null) {
    const { uid, gid } = statSync(existingData);
    const owner = all.find((account) => account.ids.uid === uid);
    if (uid !== 0 && owner !== undefined) return { name: owner.name, ids: { uid, gid } };
  }
  return LENDERS.flatMap((name) => all.filter((account) => account.name === name))[0] ?? null;
}

/** The account for the server. */
export function serverAccount(existingData: string | null): Account {
  if (process.getuid?.() !== 0) return { name: process.env.USER ?? `uid ${process.getuid?.()}`, ids: {} };
  const lender = lentAccount(existingData);
  if (lender === null)
    throw new DatabaseError(
      "no-user",
      "PostgreSQL does not run as root and /etc/passwd has no account to lend (postgres, nobody, daemon): start Weboid as an ordinary user, or set DATABASE_URL",
    );
  return lender;
}

function runs(account: Account, command: string, args: readonly string[]): boolean {
  const { status } = spawnSync(command, args, { ...account.ids, cwd: "/", stdio: "ignore", timeout: 20_000 });
  return status === 0;
}

/** Asks by doing: modes, access lists and mount options all have a say. */
export function canRun(account: Account, program: string): boolean {
  return runs(account, program, ["-V"]);
}

const passes = (account: Account, test: "-x" | "-r", path: string): boolean =>
  runs(account, "/bin/sh", ["-c", `test ${test} "$1"`, "sh", path]);

/** Whether `account` can pass through `folder`. */
export const canReach = (account: Account, folder: string): boolean => passes(account, "-x", folder);

export const canRead = (account: Account, file: string): boolean => passes(account, "-r", file);
