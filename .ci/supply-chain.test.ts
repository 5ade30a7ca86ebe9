import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockedPackages } from "./lock.ts";
import { secretsOf } from "./secrets.ts";

// In two pieces, or it would be found here.
const TOKEN = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_");

test.each([
  ["a token", `const token = "${TOKEN}";`, 1],
  ["a link with a password", "https://user:secret@example.org/", 0],
  ["a hash", "d2f1c0a9b8e7d6c5b4a3928170f6e5d4c3b2a190", 0],
])("%s", async (_, content, count) => {
  const found = await secretsOf("a.ts", content);
  expect(found).toHaveLength(count);
  expect(found.join()).not.toContain(TOKEN);
});

test("packages of the lock file: each version once, what is shipped, and which have no hash", () => {
  const file = join(mkdtempSync(join(tmpdir(), "weboid-lock-")), "bun.lock");
  const lines = [
    `"a": ["a@1.0.0", "", { "dependencies": { "b": "1" } }, "sha512-AAAA"],`,
    `"b": ["b@1.0.0", "", {}, "sha512-BBBB"],`,
    `"@s/tool": ["@s/tool@3.0.0", "", { "dependencies": { "b": "2" } }, "sha512-CCCC"],`,
    `"@s/tool/b": ["b@2.0.0", "", {}, ""],`,
  ];
  const workspaces = `{ "": { "dependencies": { "a": "1" }, "devDependencies": { "@s/tool": "3" } } }`;
  writeFileSync(file, `{ "workspaces": ${workspaces}, "packages": { ${lines.join("\n")} } }`);
  expect(lockedPackages(file)).toEqual([
    { name: "a", version: "1.0.0", sha512: "AAAA", isShipped: true },
    { name: "b", version: "1.0.0", sha512: "BBBB", isShipped: true },
    { name: "@s/tool", version: "3.0.0", sha512: "CCCC", isShipped: false },
    { name: "b", version: "2.0.0", sha512: "", isShipped: false },
  ]);
});
