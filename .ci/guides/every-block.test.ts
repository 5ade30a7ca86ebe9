import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Block, blocksOf, documentText } from "./blocks.ts";

/** Commands and programs; what else stands in blocks is data, an answer or a picture. */
const LANGUAGES = ["sh", "console", "js", "python", "php"];

/** Pages of which a test runs every block, or holds it against what it names (decision 114). */
const PAGES: Readonly<Record<string, string>> = {
  "docs/alarms.md": ".ci/guides/guides.pg.test.ts",
  "docs/handbook.md": ".ci/guides/guides.pg.test.ts",
  "docs/neighbour.md": ".ci/guides/guides.pg.test.ts",
  "docs/api-guide.md": ".ci/guides/guides.pg.test.ts",
  "docs/feed.md": ".ci/guides/feed-and-gadget.ts",
  "docs/run/cloudflare.md": ".ci/guides/run.test.ts",
};

/** Blocks by their name, and a part of a test that runs them. */
const NAMED: Readonly<Record<string, string>> = {
  replica: ".ci/e2e/testing/server-pair.ts",
  synchronous: ".ci/e2e/testing/server-pair.ts",
  failover: ".ci/e2e/failover.e2e.ts",
  dump: ".ci/e2e/backup.e2e.ts",
  "restore-dump": ".ci/e2e/backup.e2e.ts",
  "base-backup": ".ci/e2e/backup.e2e.ts",
  "restore-base": ".ci/e2e/backup.e2e.ts",
  rewind: ".ci/e2e/testing/server-pair.ts",
  backup: ".ci/guides/containers.test.ts",
  starter: ".ci/guides/run.test.ts",
};

const MACHINE = "another machine, or rights on one: its commands of weboid are held against the command line";
const ENDLESS = "starts roles that do not end; end-to-end tests start each of them";
const WIKI = "in a wiki";
/** By page and how a block begins: why no test runs it. */
const NOT_RUN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "README.md": {
    "npm start": ".ci/e2e/newcomer.e2e.ts does it in a new checkout",
    export: ENDLESS,
  },
  "CONTRIBUTING.md": { "npm test": "these are the tests" },
  "docs/api.md": {
    curl: "asks with a token of an operator's",
    "( function ( mw )": "an answer, of which edge/routes/gadget.edge.test.ts has the form",
    '{ "version"': "an answer, of which edge/routes/log.edge.test.ts has the form",
  },
  "docs/archives.md": { WEBOID_: "settings: crawler/cli/documentation.test.ts knows each" },
  "docs/database.md": { createuser: MACHINE, "psql -c 'alter role": MACHINE },
  "docs/feeding.md": { "weboid wiki set": "a stream on the net", "weboid wiki add": "dumps on the net" },
  "docs/gadget.md": {
    "mw.loader.load": "its address is asked for by .ci/guides/feed-and-gadget.ts",
    "window.weboidConfig": "its options are read by .ci/guides/feed-and-gadget.ts",
    "mw.loader.using": WIKI,
    $wgCSPHeader: WIKI,
  },
  "docs/operators.md": {
    export: ENDLESS,
    sudo: MACHINE,
    "weboid()": MACHINE,
    "weboid edge backup": ".ci/e2e/backup.e2e.ts runs it",
    "git pull": MACHINE,
  },
  "docs/propagation.md": { "weboid dispatch --forget-edge": ENDLESS, "EDGE_TOKEN=": ENDLESS },
  "docs/run/containers.md": { mkdir: MACHINE, sudo: MACHINE },
  "docs/run/debian.md": { sudo: MACHINE, "set -a": MACHINE, cd: MACHINE },
  "docs/run/logs.md": {
    journalctl: "needs journald; the form of a line is tested by crawler/runtime/log.test.ts",
  },
  "docs/run/toolforge.md": { become: MACHINE, toolforge: MACHINE },
};

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...["docs", "docs/run"].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, "../..", folder))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `${folder}/${file}`),
  ),
];
const beginningOf = (page: string, { text }: Block): string | undefined =>
  Object.keys(NOT_RUN[page] ?? {}).find((beginning) => text.trimStart().startsWith(beginning));
const blocks = pages
  // Its examples are run by .ci/guides/cli.pg.test.ts, its names held against the command line beside that.
  .filter((page) => page !== "docs/cli.md" && PAGES[page] === undefined)
  .flatMap((page) => blocksOf(page).map((block) => ({ page, block })))
  .filter(({ block }) => LANGUAGES.includes(block.language));

test("every block of commands or program is run by a test, or it is said why not", () => {
  expect(blocks.length).toBeGreaterThan(30);
  const open = blocks.filter(
    ({ page, block }) => NAMED[block.name] === undefined && beginningOf(page, block) === undefined,
  );
  expect(open.map(({ page, block }) => `${page}: ${block.text.slice(0, 60)}`)).toEqual([]);
});

test("nothing is excused that there is not, and tests name what they run", () => {
  const excused = Object.entries(NOT_RUN).flatMap(([page, beginnings]) =>
    Object.keys(beginnings).map((beginning) => `${page}: ${beginning}`),
  );
  const used = new Set(blocks.map(({ page, block }) => `${page}: ${beginningOf(page, block)}`));
  expect(excused.filter((each) => !used.has(each))).toEqual([]);
  const unnamed = [...Object.entries(PAGES), ...Object.entries(NAMED)].filter(
    ([name, file]) => !documentText(file).includes(name),
  );
  expect(unnamed).toEqual([]);
});
