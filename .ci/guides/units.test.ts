import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf } from "./blocks.ts";

const root = join(import.meta.dirname, "../..");
const units = join(root, "docs/examples");
const textOf = (unit: string) => readFileSync(join(units, unit), "utf8");

test("several crawlers on a host run as the other roles do, but for their names", () => {
  const lines = (unit: string) => textOf(unit).split("\n").slice(2);
  const renamed = lines("weboid-crawl@.service")
    .filter((line) => line !== "EnvironmentFile=-/etc/weboid/crawl-%i.env")
    .map((line) =>
      line
        .replace("crawler %i", "%i")
        .replaceAll("crawl-%i", "crawl")
        .replaceAll(/\bcrawl\b/g, "%i"),
    );
  expect(renamed).toEqual(lines("weboid@.service"));
});

const confine = join(root, ".ci/testing/confine.py");
/** Runs a line of a program of ours as the unit lets it. */
const confined = (unit: string, line: string) =>
  spawnSync("python3", [confine, unit, process.execPath, "-e", line], { cwd: root, encoding: "utf8" });
const READ = `import { createOwnAddresses } from "./crawler/net/egress/own-addresses.ts";
  console.log([...createOwnAddresses()()].join(" "))`;

/** On a machine without Python or libseccomp nothing can be confined. */
const canConfine = spawnSync("python3", ["-c", 'import ctypes; ctypes.CDLL("libseccomp.so.2")']).status === 0;
test.runIf(canConfine).each(globSync("*.service", { cwd: units }))(
  "%s lets a process see the addresses that it must not contact",
  (name) => {
    const { stdout, stderr } = confined(join(units, name), READ);
    expect([stdout, stderr]).toEqual([expect.stringMatching(/\b127\.0\.0\.1\b/), expect.any(String)]);
  },
);

test.runIf(canConfine)("where it may not see them it says what it needs", () => {
  const folder = mkdtempSync(join(tmpdir(), "weboid-units-"));
  try {
    const unit = join(folder, "weboid.service");
    writeFileSync(unit, textOf("weboid.service").replace("AF_INET6 AF_NETLINK", "AF_INET6"));
    expect(confined(unit, READ)).toMatchObject({ stdout: "", stderr: expect.stringContaining("AF_NETLINK") });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Where the guides install Weboid, and its user, are not on this machine. */
test.runIf(Bun.which("systemd-analyze") !== null)("systemd finds nothing wrong with the units", () => {
  const folder = mkdtempSync(join(tmpdir(), "weboid-units-"));
  try {
    const names = globSync("*.service", { cwd: units }).map((name) => {
      const instance = name.replace("@.", name.startsWith("weboid-crawl") ? "@1." : "@crawl.");
      writeFileSync(join(folder, instance), textOf(name).replaceAll("/srv/weboid", root));
      return instance;
    });
    expect(names).toHaveLength(3);
    const ofTimer = blocksOf("docs/monitoring.md").filter(({ language }) => language === "ini");
    expect(ofTimer.map(({ name }) => name)).toEqual(["weboid-status.service", "weboid-status.timer"]);
    for (const { name, text } of ofTimer) writeFileSync(join(folder, name), text);
    names.push(...ofTimer.map(({ name }) => name));
    const { status, stdout, stderr } = spawnSync(
      "systemd-analyze",
      ["verify", "--man=no", ...names.map((name) => join(folder, name))],
      { encoding: "utf8", timeout: 60_000 },
    );
    const ours = `${stdout}${stderr}`.split("\n").filter((line) => line.includes("weboid"));
    expect([status, ours]).toEqual([0, []]);
    const broken = join(folder, "weboid.service");
    writeFileSync(broken, textOf("weboid.service").replace("[Service]", "[Service]\nProtectHom=yes"));
    const wrong = spawnSync("systemd-analyze", ["verify", "--man=no", broken], { encoding: "utf8" });
    expect(wrong.stderr).toContain("ProtectHom");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
