import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lchownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weboid-root-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a process of its own is after it gave up root: [user, real group, other groups, whether it can be root again, what it warned of, or was refused for]. */
function dropped(
  config: { readonly dataDir: string; readonly wikiCredentials?: string },
  options: { readonly keepsData?: boolean } = {},
): unknown[] {
  const script = `
    import { dropRoot } from ${JSON.stringify(join(import.meta.dirname, "drop-root.ts"))};
    const said = [];
    const log = { info() {}, error() {}, warn: (line) => said.push(line) };
    try { dropRoot(${JSON.stringify({ wikiCredentials: null, ...config })}, log, ${JSON.stringify(options)}) }
    catch ({ name, message }) { said.push(name + ": " + message) }
    let again = true;
    try { process.setuid(0) } catch { again = process.getuid() === 0 }
    console.log(JSON.stringify([process.getuid(), process.getgid(), process.getgroups(), again, said]));`;
  return JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8", cwd: "/" }));
}
const ownerOf = (...path: string[]): number => lstatSync(join(folder, ...path)).uid;

describe.runIf(process.getuid?.() === 0)("started as root", () => {
  test("is another for good, and so is what the data folder holds", () => {
    chmodSync(folder, 0o755);
    const dataDir = join(folder, "data");
    mkdirSync(join(dataDir, "edge"), { recursive: true });
    for (const name of ["up.lock", "edge/kv.sqlite", "of-the-operator"])
      writeFileSync(join(dataDir, name), "", { mode: 0o600 });
    const [user, group, groups, again, said] = dropped({ dataDir });
    expect([groups, again, said]).toEqual([[group], false, []]);
    expect(user).toBeGreaterThan(0);
    for (const name of ["", "up.lock", "edge", "edge/kv.sqlite"]) expect(ownerOf("data", name)).toBe(user);
    expect(ownerOf("data", "of-the-operator")).toBe(0);
  });

  test("makes a folder, or takes an empty one, or one that a start was killed in", () => {
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, "empty"));
    mkdirSync(join(folder, "begun", "postgres.new-7-ab"), { recursive: true });
    for (const name of ["new", "empty", "begun"]) {
      const [user, , , , said] = dropped({ dataDir: join(folder, name) });
      expect([user, said]).toEqual([expect.any(Number), []]);
      expect([user !== 0, ownerOf(name)]).toEqual([true, user]);
    }
  });

  test("refuses a folder of others, and changes nothing there", () => {
    chmodSync(folder, 0o755);
    const dataDir = join(folder, "etc");
    mkdirSync(join(dataDir, "edge"), { recursive: true });
    for (const name of ["shadow", "edge/config"]) writeFileSync(join(dataDir, name), "", { mode: 0o600 });
    // Anybody who may write there could make one.
    writeFileSync(join(dataDir, "up.lock"), "");
    lchownSync(join(dataDir, "up.lock"), 12_345, 12_345);
    expect(dropped({ dataDir })[4]).toEqual([
      expect.stringMatching(/^WorkError: .*\/etc holds other things .*: set WEBOID_DATA to another folder/),
    ]);
    for (const name of ["", "shadow", "edge", "edge/config"]) expect(ownerOf("etc", name)).toBe(0);
  });

  test("a folder that cannot be made is said in one line", () => {
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "file"), "");
    expect(dropped({ dataDir: join(folder, "file") })[4]).toEqual([
      expect.stringMatching(
        /^WorkError: the data folder .*\/file cannot be written .*: make it yours with chown/,
      ),
    ]);
  });

  test("leaves the folder alone where it keeps nothing there", () => {
    chmodSync(folder, 0o755);
    mkdirSync(join(folder, "data"));
    writeFileSync(join(folder, "data", "up.lock"), "");
    const [user, , , , said] = dropped({ dataDir: join(folder, "data") }, { keepsData: false });
    expect([user === 0, said]).toEqual([false, []]);
    expect([ownerOf("data"), ownerOf("data", "up.lock")]).toEqual([0, 0]);
    dropped({ dataDir: join(folder, "none") }, { keepsData: false });
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  test("gives away nothing but its own: neither behind a link nor under a second name", () => {
    chmodSync(folder, 0o755);
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    writeFileSync(join(folder, "secret"), "");
    symlinkSync(join(folder, "secret"), join(dataDir, "sample.json"));
    writeFileSync(join(folder, "other"), "");
    linkSync(join(folder, "other"), join(dataDir, "up.json"));
    const [user] = dropped({ dataDir });
    expect(user).toBeGreaterThan(0);
    expect([ownerOf("secret"), ownerOf("other"), ownerOf("data", "sample.json")]).toEqual([0, 0, user]);
  });

  test("stays, and says why, where another can do no work", () => {
    const dataDir = join(folder, "data");
    expect(dropped({ dataDir })).toMatchObject({
      0: 0,
      4: [expect.stringMatching(/^goes on as root, because user \w+ cannot reach .*: better start it as/)],
    });
    chmodSync(folder, 0o755);
    const wikiCredentials = join(folder, "credentials");
    writeFileSync(wikiCredentials, "", { mode: 0o600 });
    expect(dropped({ dataDir, wikiCredentials })).toMatchObject({
      0: 0,
      4: [expect.stringContaining(`cannot read ${wikiCredentials}`)],
    });
  });
});
