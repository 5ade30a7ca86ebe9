import { readFileSync } from "node:fs";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";

const FILE_BYTES_MAX = 2_000_000;

const RULES = {
  id: "@secretlint/secretlint-rule-preset-recommend",
  rule: creator,
  rules: [
    // Links with a name and a password are what Weboid reads; its tests are full of them.
    { id: "@secretlint/secretlint-rule-basicauth", allowMessageIds: ["BasicAuth"] },
    // Of a test that shows that no message has the password.
    {
      id: "@secretlint/secretlint-rule-database-connection-string",
      options: { allows: ["/hunter2@127\\.0\\.0\\.1/"] },
    },
    // The sample's own, for names under .zz, which do not exist (crawler/sample/sample.ts).
    {
      id: "@secretlint/secretlint-rule-privatekey",
      options: { allows: ["/AgEGCCqGSM49AwEHBG0wawIBAQQgO0e5kdpdue4V/"] },
    },
  ],
};

/** The text files that git keeps of a checkout. */
export function* trackedFiles(root: string): Generator<{ file: string; content: string }> {
  const listed = Bun.spawnSync(["git", "ls-files", "-z"], { cwd: root });
  if (listed.exitCode !== 0) throw new Error(`git ls-files: ${listed.stderr}`);
  for (const file of listed.stdout.toString().split("\0").filter(Boolean)) {
    const content = readFileSync(`${root}/${file}`, "utf8");
    if (content.length <= FILE_BYTES_MAX && !content.includes("\0")) yield { file, content };
  }
}

/** A line for each key, token or password in a file, which shows where, and not what. */
export async function secretsOf(file: string, content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { content, filePath: file, ext: file.replace(/^.*\./, "."), contentType: "text" },
    options: { config: { rules: [RULES] }, maskSecrets: true },
  });
  return messages.map(({ loc, message }) => `${file}:${loc.start.line}: ${message}`);
}
