import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jsonLines, type Ran, weboid } from "../../crawler/cli/testing/run.ts";
import { type FakeWiki, startFakeWiki } from "../../crawler/feed/testing/fake-wiki.ts";
import { startServer } from "../../crawler/feed/testing/server.ts";
import { startDnsServer } from "../../crawler/net/testing/dns-server.ts";
import { serveArchive } from "../../crawler/sample/archive.ts";
import { connect, type Database } from "../../db/connect.ts";
import { logActs } from "../../db/people/log.ts";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { blocksOf } from "./blocks.ts";
import { examplesOf, formErrors, LEFT_OUT, readExample } from "./examples.ts";

/**
 * The examples of docs/cli.md, run in their order as they stand there, with a small wiki, web and archive in place of those on
 * the net. What they print is what the page shows: the same words, with other numbers; of JSON the same keys and types.
 */
const PAGE = "docs/cli.md";

/** By the beginning of its line, why no test runs an example here. */
const NOT_RUN: Readonly<Record<string, string>> = {
  "weboid feed dewiki@WMF --from-dump": "crawler/feed/dump has its tests on dumps",
  "weboid doctor": "a fault, as crawler/cli/doctor.pg.test.ts makes them",
  "weboid url": "a host that is away, as in crawler/cli/url",
  "weboid check https://self-signed": "a certificate, as crawler/cli/check/block.test.ts has it",
  "weboid check --brief": "several sites, as crawler/cli/check/brief.test.ts has them",
};

const folder = mkdtempSync(join(tmpdir(), "weboid-cli-"));
const inFolder = (name: string) => join(folder, name);
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

let env: Record<string, string> = {};
let db: Database;
let wiki: FakeWiki;
let german: FakeWiki;
let web = "";
let archive = "";

beforeAll(async () => {
  const url = await freshDatabaseUrl();
  db = await connect(url, { max: 1 });
  wiki = await startFakeWiki(
    [
      { pageid: 1, title: "One", links: ["http://a.zz/x"] },
      { pageid: 12, title: "Links IDN", links: ["http://a.zz/x", "http://cheap-pills.zz/"] },
    ],
    { wikiid: "testwiki" },
  );
  wiki.messages.set("MediaWiki:Spam-blacklist", "\n\n\\bcheap-pills\\.zz\\b\n(unbalanced\n");
  german = await startFakeWiki([{ pageid: 1, title: "Eins", links: [] }], { wikiid: "dewiki" });
  const site = await startServer((request, response) => {
    if (request.url === "/old") response.writeHead(301, { location: "/new" });
    else response.writeHead(404);
    response.end();
  });
  // As slow as names are that nobody asked for before.
  const names = await startDnsServer({ "www.somewhere.zz": { A: ["127.0.0.1"], ms: 20 } });
  web = site.origin.replace("127.0.0.1", "www.somewhere.zz");
  const captured = { timestamp: "20250628101112", status: 200, mime: "text/html", text: "A page" };
  const sample = await serveArchive({
    port: 0,
    capturesOf: (original) => [{ ...captured, original }],
  });
  archive = sample.base;
  closers.push(
    () => db.close(),
    () => wiki.close(),
    () => german.close(),
    () => site.close(),
    () => names.close(),
    () => sample.close(),
  );
  env = {
    DATABASE_URL: url,
    WEBOID_CONTACT: "you@example.net",
    WEBOID_ALLOW_PRIVATE: "1",
    WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${archive}`,
    WEBOID_DNS: names.address,
    WEBOID_LOG: "error",
    NO_COLOR: "1",
  };
});

/** What stands on the page for the reader's own. */
const inWorld = (text: string): string =>
  text
    .replaceAll("http://127.0.0.1:8080/w/api.php", wiki.api)
    .replaceAll("http://www.example.net", web)
    .replaceAll("https://www.example.org/page", "http://a.zz/x")
    .replaceAll("https://web.archive.org", archive)
    .replace(
      /(?:\/etc\/weboid\/)?\b(crawl\.env|weboid\.toml|sitematrix\.json|facts\.json|urls\.txt)/,
      inFolder("$1"),
    );

/** What was there before: by the beginning of a line. */
const BEFORE: Readonly<Record<string, () => unknown>> = {
  "weboid wiki add --farm WMF": () =>
    writeFileSync(
      inFolder("sitematrix.json"),
      JSON.stringify({
        sitematrix: {
          count: 3,
          "0": {
            code: "aa",
            site: [
              { url: "https://aa.wikipedia.zz", dbname: "aawiki", closed: "" },
              { url: "https://aa.wikibooks.zz", dbname: "aawikibooks" },
              { url: "https://ab.wikipedia.zz", dbname: "abwiki" },
            ],
          },
        },
      }),
    ),
  "weboid config apply weboid.toml --yes": async () => {
    writeFileSync(
      inFolder("weboid.toml"),
      '[wiki."dewiki@WMF"]\npaused = false\n\n[wiki."dewiki@WMF".exclude]\ncategory-trees = [{ title = "Kunst", depth = 3 }]\n',
    );
    await run(`weboid wiki add dewiki@WMF --api ${german.api} --pause`);
  },
  "weboid config check": () =>
    writeFileSync(
      inFolder("crawl.env"),
      "DATABASE_URL=postgres://weboid_crawl@db.zz/weboid\nWEBOID_CONTAKT=me\n",
    ),
  "weboid report list": async () => {
    await run("weboid feed --once testwiki@local");
    await db.sql`insert into report (url_id, reporter, day) select id, gen_random_uuid(), 3600 from url`;
  },
  "weboid report log": () =>
    db.transaction((tx) => {
      const about = { wiki: "dewiki@WMF", scope: "url", target: "http://a.zz/x", by: "reader" } as const;
      return logActs(tx, [
        { ...about, act: "report", urls: 1 },
        { ...about, act: "withdraw", undoes: 2 },
      ]);
    }),
  "echo www.see.example": () =>
    writeFileSync(
      inFolder("facts.json"),
      blocksOf(PAGE).findLast(({ language }) => language === "json")?.text ?? "",
    ),
};

/** Runs a line as a shell does: `echo TEXT | weboid …` or `weboid …`. */
function run(line: string): Promise<Ran> {
  const [, said, piped = line] = /^echo (.*) \| (weboid .*)$/.exec(line) ?? [];
  const stdin = said?.replaceAll(/^'|'$/g, "") ?? "";
  const [, ...args] = [...piped.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain = ""]) => quoted ?? plain,
  );
  return weboid(args, { env, stdin, terminal: !line.includes("--json") });
}

/** Documents of JSON, one a line, or one that is wrapped. */
function documentsOf(lines: readonly string[]): unknown[] {
  try {
    return lines.map(readExample);
  } catch {
    return [readExample(lines.join(""))];
  }
}

/** What text must be like to be what is shown: numbers, times and spaces may differ. */
const patternOf = (lines: readonly string[]): RegExp => {
  const text = lines
    .map((line) => line.replace(/^( +time {4}).*/, "$1⧗").trimEnd())
    .join("\n")
    .replaceAll(/[\^$\\.*+?()[\]{}|]/g, "\\$&")
    .replaceAll(/\S+…\d+ characters/g, "\\S+")
    .replaceAll(/\b[\da-f]+…/g, "[\\da-f]+")
    .replaceAll("…", "[^\\n]*")
    .replaceAll(/\d+/g, "\\d+")
    .replaceAll(/\s+/g, "\\s+")
    // With long times it goes on in the next line.
    .replaceAll("⧗", String.raw`[\d.]+ m?s:(?:\s+[A-Za-z. ]+ [\d.]+,?)+`);
  return new RegExp(`^${text}\\n?$`);
};

const examples = examplesOf(PAGE).filter(
  ({ line }) => !Object.keys(NOT_RUN).some((beginning) => line.startsWith(beginning)),
);
const unused = (beginnings: Readonly<Record<string, unknown>>) =>
  Object.keys(beginnings).filter((beginning) =>
    examplesOf(PAGE).every(({ line }) => !line.startsWith(beginning)),
  );

const prepared = new Set<string>();

test.each(examples)("$line", async ({ line, printed }) => {
  for (const [beginning, prepare] of Object.entries(BEFORE)) {
    if (line.startsWith(beginning) && !prepared.has(beginning)) await prepare();
    if (line.startsWith(beginning)) prepared.add(beginning);
  }
  const ran = await run(inWorld(line));
  const shown = printed.map(inWorld);
  if (!shown[0]?.startsWith("{")) {
    expect(ran.stdout + ran.stderr.join("\n")).toMatch(patternOf(shown));
    return;
  }
  const isCut = shown.at(-1) === LEFT_OUT;
  const documents = documentsOf(isCut ? shown.slice(0, -1) : shown);
  const printedNow = jsonLines(ran);
  const real = isCut ? printedNow.slice(0, documents.length) : printedNow;
  expect(real.length, ran.stderr.join("\n")).toBe(documents.length);
  expect(documents.flatMap((document, at) => formErrors(document, real[at]))).toEqual([]);
  if (line.startsWith("echo ")) expect(real).toEqual(documents);
});

test("its examples were found, and nothing is excused or prepared that there is not", () => {
  expect(examples.length).toBeGreaterThan(30);
  expect([...unused(NOT_RUN), ...unused(BEFORE)]).toEqual([]);
});

test("the JSON of a URL has the keys that the page shows", async () => {
  const [block] = blocksOf(PAGE).filter(({ language }) => language === "json");
  const [real] = jsonLines(await run("weboid url http://a.zz/x --json"));
  expect(formErrors(readExample(block?.text ?? ""), real)).toEqual([]);
});
