import { expect, test } from "vitest";
import { weboid } from "../testing/run.ts";
import { checkEnvironment, parseEnvironmentFile } from "./environment.ts";

const checked = (text: string, role: string | null = null) => {
  const { settings, findings } = parseEnvironmentFile(text);
  return [...findings, ...checkEnvironment(settings, role)].map(({ line, message }) => [line, message]);
};

test("each wrong line is named, and no value", () => {
  const file = [
    "# a crawler",
    "",
    "DATABASE_URL=mysql://u:secret@db/w",
    'WEBOID_CONTACT="me@example.org"',
    "WEBOID_CONTAKT=me@example.org",
    "WEBOID_LOG=loud",
    "export WEBOID_DNS=9.9.9.9",
    "WEBOID_COLOUR=red",
    "ORIGIN_TOKN=x",
    "LANG=C.UTF-8",
    "; the end",
  ].join("\n");
  expect(checked(file)).toEqual([
    [7, expect.stringContaining("NAME=value")],
    [3, expect.stringContaining("DATABASE_URL is no PostgreSQL address")],
    [5, "WEBOID_CONTAKT is no variable of Weboid: is WEBOID_CONTACT meant?"],
    [6, "WEBOID_LOG must be one of info, warn, error, silent"],
    [8, "WEBOID_COLOUR is no variable of Weboid; docs/cli.md lists them"],
    [9, "ORIGIN_TOKN is no variable of Weboid: is ORIGIN_TOKEN meant?"],
  ]);
  expect(JSON.stringify(checked(file))).not.toContain("secret");
});

test.each([
  ["crawl", "WEBOID_CONTACT=a@example.org", []],
  ["crawl", "WEBOID_CONTACT=", ["WEBOID_CONTACT"]],
  ["maintain", "", []],
  ["origin", "", ["ORIGIN_TOKEN"]],
  ["dispatch", "EDGE_URL=http://127.0.0.1:1", ["EDGE_TOKEN"]],
  [
    "dispatch",
    `CLOUDFLARE_KV_NAMESPACE_ID=${"a".repeat(32)}\nCLOUDFLARE_ACCOUNT_ID=${"b".repeat(32)}`,
    ["CLOUDFLARE_API_TOKEN"],
  ],
])("what %s needs and %j lacks", (role, text, missing) => {
  expect(checkEnvironment(parseEnvironmentFile(text).settings, role).map(({ variable }) => variable)).toEqual(
    missing,
  );
});

test("the command checks its own environment, too, and fails with findings", async () => {
  const args = ["config", "check", "--role", "origin"];
  const wrong = await weboid(args, { env: { WEBOID_METRIC: "127.0.0.1:1", PATH: "/bin" } });
  expect(wrong).toMatchObject({
    code: 1,
    stdout:
      "environment: WEBOID_METRIC is no variable of Weboid: is WEBOID_METRICS meant?\nenvironment: ORIGIN_TOKEN is not set, and weboid origin needs it\n",
  });
  const right = await weboid(args, { env: { ORIGIN_TOKEN: "0123456789abcdef", WEBOID_PARENT: "1" } });
  expect(right).toMatchObject({ code: 0, stdout: "nothing wrong found\n" });
  expect(await weboid(["config", "check", "--role", "crawler"])).toMatchObject({ code: 2 });
});
