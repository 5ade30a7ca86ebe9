import { readFileSync } from "node:fs";

/** One package as bun.lock has it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** Of its archive: base64 after `sha512-`; empty: the lock file has no hash for it, which no package may be. */
  readonly sha512: string;
  /** Something that runs in production needs it; the others only build and test. */
  readonly isShipped: boolean;
}

interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

interface LockFile {
  readonly workspaces: { readonly "": Needs };
  /** By place: `a/b` is the b that stands within a. */
  readonly packages: Readonly<
    Record<string, readonly [id: string, from: string, needs: Needs, hash: string]>
  >;
}

const namesOf = (needs: Needs): string[] =>
  Object.keys({ ...needs.dependencies, ...needs.optionalDependencies, ...needs.peerDependencies });

/** Every package of bun.lock, each version once. */
export function lockedPackages(file: string): LockedPackage[] {
  const { workspaces, packages } = Bun.JSONC.parse(readFileSync(file, "utf8")) as LockFile;
  const shipped = new Set<string>();
  const visit = (within: string, name: string): void => {
    const place = within === "" ? name : `${within}/${name}`;
    const found = packages[place];
    // As Node looks for modules: from the innermost folder outwards.
    if (found === undefined) {
      if (within !== "") visit(outer(within, packages), name);
      return;
    }
    if (shipped.has(place)) return;
    shipped.add(place);
    for (const needed of namesOf(found[2])) visit(place, needed);
  };
  for (const name of namesOf(workspaces[""])) visit("", name);
  const all = new Map<string, LockedPackage>();
  for (const [place, [id, , , hash = ""]] of Object.entries(packages)) {
    const at = id.lastIndexOf("@");
    const isShipped = shipped.has(place) || all.get(id)?.isShipped === true;
    const sha512 = hash.startsWith("sha512-") ? hash.slice(7) : "";
    all.set(id, { name: id.slice(0, at), version: id.slice(at + 1), sha512, isShipped });
  }
  return [...all.values()];
}

/** The place around this one; names with a scope have a slash of their own. */
function outer(place: string, packages: LockFile["packages"]): string {
  for (let end = place.lastIndexOf("/"); end > 0; end = place.lastIndexOf("/", end - 1))
    if (packages[place.slice(0, end)] !== undefined) return place.slice(0, end);
  return "";
}
