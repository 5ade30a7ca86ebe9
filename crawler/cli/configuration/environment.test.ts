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

const TOKEN = "0123456789abcdef";
const CONTACT = { WEBOID_CONTACT: "a@example.org" };
const KV = {
  CLOUDFLARE_KV_NAMESPACE_ID: "a".repeat(32),
  CLOUDFLARE_ACCOUNT_ID: "b".repeat(32),
  CLOUDFLARE_API_TOKEN: TOKEN,
};
const EDGE = { EDGE_URL: "https://edge.zz", EDGE_TOKEN: TOKEN };
const READ = { DATABASE_READ_URL: "postgres://127.0.0.1:1/w" };

/** Sets with which roles refuse to begin, and the variable that they name. */
const REFUSED: [role: string, set: Record<string, string>, variable: string][] = [
  ["feed", {}, "WEBOID_CONTACT"],
  ["feed", { ...CONTACT, WEBOID_WIKI_CREDENTIALS: "/nowhere" }, "WEBOID_WIKI_CREDENTIALS"],
  ["crawl", { WEBOID_CONTACT: " " }, "WEBOID_CONTACT"],
  ["dispatch", { DATABASE_URL: "postgres://127.0.0.1:1/w" }, "EDGE_URL"],
  ["dispatch", { EDGE_URL: "https://edge.zz" }, "EDGE_TOKEN"],
  ["dispatch", { ...EDGE, ...KV }, "EDGE_URL"],
  ["dispatch", { CLOUDFLARE_KV_NAMESPACE_ID: "a".repeat(32) }, "CLOUDFLARE_ACCOUNT_ID"],
  ["dispatch", { ...KV, CLOUDFLARE_API_TOKEN: "" }, "CLOUDFLARE_API_TOKEN"],
  ["dispatch", { ...EDGE, CLOUDFLARE_ZONE_ID: "c".repeat(32) }, "CLOUDFLARE_ZONE_ID"],
  ["dispatch", { ...EDGE, ...READ }, "DATABASE_READ_URL"],
  ["maintain", READ, "DATABASE_READ_URL"],
  ["archive", {}, "WEBOID_CONTACT"],
  ["archive", { ...CONTACT, WEBOID_ARCHIVE_TIMEMAPS: "unheard" }, "WEBOID_ARCHIVE_TIMEMAPS"],
  [
    "archive",
    {
      ...CONTACT,
      WEBOID_SAVE_PAGE_NOW: "abcd:efgh",
      WEBOID_ARCHIVE_ENDPOINTS: "archive.org=http://archive.zz",
    },
    "WEBOID_SAVE_PAGE_NOW",
  ],
  ["origin", {}, "ORIGIN_TOKEN"],
  ["origin", { ORIGIN_TOKEN: TOKEN, ...READ }, "DATABASE_READ_URL"],
  ["edge", {}, "EDGE_TOKEN"],
  ["edge", { EDGE_TOKEN: TOKEN, ORIGIN_URL: "http://127.0.0.1:8789" }, "ORIGIN_TOKEN"],
];

const fileOf = (set: Record<string, string>) =>
  Object.entries(set)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

test.each(REFUSED)("%s refuses %j as the check does", async (role, set, variable) => {
  const env = { WEBOID_LOG: "silent", WEBOID_DATA: "/nowhere/weboid", ...set };
  const { settings } = parseEnvironmentFile(fileOf(env));
  const findings = checkEnvironment(settings, role);
  expect(findings.map((finding) => finding.variable)).toEqual([variable]);
  expect(await weboid([role], { env })).toEqual({
    code: 2,
    stdout: "",
    stderr: [`weboid: ${findings[0]?.message}`],
  });
});

test.each<[string, Record<string, string>]>([
  ["feed", CONTACT],
  ["crawl", CONTACT],
  ["dispatch", EDGE],
  ["dispatch", { ...KV, CLOUDFLARE_ZONE_ID: "c".repeat(32), CLOUDFLARE_API_BASE_URL: "https://api.zz/v4" }],
  ["maintain", {}],
  ["maintain", { ...READ, DATABASE_URL: "postgres://127.0.0.1:1/w" }],
  ["archive", { ...CONTACT, WEBOID_SAVE_PAGE_NOW: "abcd:efgh" }],
  ["archive", { WEBOID_ARCHIVE_ENDPOINTS: "archive.org=http://127.0.0.1:1" }],
  ["organisation", {}],
  ["origin", { ORIGIN_TOKEN: TOKEN }],
  ["edge", { EDGE_TOKEN: TOKEN }],
  ["edge", { EDGE_TOKEN: TOKEN, ORIGIN_URL: "http://127.0.0.1:8789", ORIGIN_TOKEN: TOKEN }],
])("%s takes %j, and so does the check", async (role, set) => {
  expect(checkEnvironment(parseEnvironmentFile(fileOf(set)).settings, role)).toEqual([]);
  if (role === "edge") return;
  // It comes as far as its database, which is not there.
  const env = { DATABASE_URL: "postgres://127.0.0.1:1/w", WEBOID_LOG: "silent", ...set };
  const command = role === "organisation" ? ["organisation", "attach"] : [role];
  expect(await weboid(command, { env })).toMatchObject({
    code: 1,
    stderr: [expect.stringContaining("no PostgreSQL")],
  });
});

test("the line of what is refused is named", () => {
  const text = fileOf({ WEBOID_LOG: "warn", ...EDGE, ...KV });
  expect(checkEnvironment(parseEnvironmentFile(text).settings, "dispatch")).toMatchObject([
    { line: 2, variable: "EDGE_URL" },
  ]);
  // Of two lines the last one counts.
  const twice = "ORIGIN_TOKEN=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nORIGIN_TOKEN=";
  expect(checkEnvironment(parseEnvironmentFile(twice).settings, "origin")).toMatchObject([
    { line: 2, variable: "ORIGIN_TOKEN" },
  ]);
});

test("the command checks its own environment, too, and fails with findings", async () => {
  const args = ["config", "check", "--role", "origin"];
  const wrong = await weboid(args, { env: { WEBOID_METRIC: "127.0.0.1:1", PATH: "/bin" } });
  expect(wrong).toMatchObject({
    code: 1,
    stdout:
      "environment: WEBOID_METRIC is no variable of Weboid: is WEBOID_METRICS meant?\nenvironment: ORIGIN_TOKEN is not set; set the same secret here and at the edge, such as: openssl rand -hex 32\n",
  });
  const right = await weboid(args, { env: { ORIGIN_TOKEN: "0123456789abcdef", WEBOID_PARENT: "1" } });
  expect(right).toMatchObject({ code: 0, stdout: "nothing wrong found\n" });
  expect(await weboid(["config", "check", "--role", "crawler"])).toMatchObject({ code: 2 });
});
