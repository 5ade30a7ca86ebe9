import { execFileSync } from "node:child_process";
import {
  chmodSync,
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

/** What a process of its own is after it gave up root: [user, real group, other groups, whether it can be root again, what it warned of]. */
function dropped(config: { readonly dataDir: string; readonly wikiCredentials?: string }): unknown[] {
  const script = `
    import { dropRoot } from ${JSON.stringify(join(import.meta.dirname, "drop-root.ts"))};
    const said = [];
    dropRoot(${JSON.stringify({ wikiCredentials: null, ...config })}, { info() {}, error() {}, warn: (line) => said.push(line) });
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
    writeFileSync(join(dataDir, "edge", "store"), "", { mode: 0o600 });
    const [user, group, groups, again, said] = dropped({ dataDir });
    expect([groups, again, said]).toEqual([[group], false, []]);
    expect(user).toBeGreaterThan(0);
    for (const path of [["data"], ["data", "edge"], ["data", "edge", "store"]])
      expect(ownerOf(...path)).toBe(user);
  });

  test("gives away nothing but its own: neither behind a link nor under a second name", () => {
    chmodSync(folder, 0o755);
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    writeFileSync(join(folder, "secret"), "");
    symlinkSync(join(folder, "secret"), join(dataDir, "link"));
    writeFileSync(join(folder, "other"), "");
    linkSync(join(folder, "other"), join(dataDir, "name"));
    const [user] = dropped({ dataDir });
    expect(user).toBeGreaterThan(0);
    expect([ownerOf("secret"), ownerOf("other"), ownerOf("data", "link")]).toEqual([0, 0, user]);
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
