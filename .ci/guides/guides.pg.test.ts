import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ran } from "../../crawler/cli/testing/run.ts";
import { connect } from "../../db/connect.ts";
import { freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { blocksOf, linesOf } from "./blocks.ts";
import { feedGuide, gadgetGuide } from "./feed-and-gadget.ts";
import { hasLanguage, outputOf, programsOf } from "./programs.ts";
import { type GuideWorld, openGuideWorld } from "./world.ts";

/** The commands of the guides, run as they stand there at the sample of `npm start`. */
let world: GuideWorld;
beforeAll(async () => {
  world = await openGuideWorld(await freshDatabaseUrl());
});
afterAll(() => world?.close());

/** What stands in the guides for the reader's own. */
const inWorld = (line: string): string =>
  line
    .replaceAll("mywiki@local", "samplewiki@local")
    .replaceAll("https://example.org/gone", world.goneUrl)
    .replaceAll("2027-03-31", new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10))
    .replaceAll("'", "");

/** Exit code 1 means that they found what they look for; and a name is not taken from an edge that a dispatcher writes to. */
const MAY_FIND = /^weboid (?:doctor|check|status --check|dispatch --forget-edge)\b/;

/** A wiki that is taken each time, though it was free a moment before, is a fault. */
const TURNS_MAX = 4;

/** What a feeder of the sample's own may do at the moment: wait for it, says the program. */
const FEEDS = /^weboid feed\b/;
const feedersOfSample = async () => {
  const { stdout } = await world.weboid(["status", "--json"]);
  const { wikis }: { readonly wikis: readonly { readonly holder: string | null }[] } = JSON.parse(stdout);
  return wikis.flatMap(({ holder }) => holder ?? []);
};

/** Runs a command; one that feeds, again as long as the sample's own feeder took the wiki before it, as that is what the program says to do. */
async function runCommand(line: string, args: readonly string[]): Promise<Ran> {
  for (let turn = 1; ; turn++) {
    if (FEEDS.test(line)) await expect.poll(feedersOfSample).toEqual([]);
    const ran = await world.weboid(args);
    if (!FEEDS.test(line) || ran.code === 0 || turn === TURNS_MAX) return ran;
  }
}

async function runLine(line: string): Promise<void> {
  const [, sql] = /^psql "\$DATABASE_URL" -c "([^"]+)"$/.exec(line) ?? [];
  if (sql !== undefined) {
    const db = await connect(world.databaseUrl, { max: 1 });
    await db.sql.unsafe(sql).finally(() => db.close());
    return;
  }
  const [program, ...args] = inWorld(line).split(" ");
  expect(program).toBe("weboid");
  const { code, stdout, stderr } = await runCommand(line, args);
  const wanted = MAY_FIND.test(line) ? [0, 1] : [0];
  expect(wanted, `${line}\n${stdout}${stderr.join("\n")}`).toContain(code);
  expect(`${stdout}${stderr}`).not.toContain("bug in Weboid");
}

describe.each(["docs/handbook.md", "docs/alarms.md", "docs/neighbour.md"])("%s", (page) => {
  const blocks = blocksOf(page).filter(({ language, name }) => language === "sh" && name !== "up");
  const lines = [...new Set(blocks.flatMap(linesOf))];

  test.each(lines)("%s", runLine);

  test("its blocks were found", () => expect(lines.length).toBeGreaterThan(5));
});

test("the sample raises no alarm", async () => {
  const { stdout } = await world.weboid(["status", "--json"]);
  expect(JSON.parse(stdout).alarms).toEqual([]);
});

describe("docs/api-guide.md", () => {
  const programs = programsOf("docs/api-guide.md");

  test("has each task in each language", () => {
    const tasks = Map.groupBy(programs, ({ task }) => task);
    expect(tasks.size).toBeGreaterThan(5);
    for (const [task, those] of tasks)
      expect([task, ...those.map(({ language }) => language)]).toEqual([task, "sh", "js", "python"]);
  });

  for (const program of programs)
    test.runIf(hasLanguage(program.language))(`${program.task} in ${program.language}`, async () => {
      const printed = await outputOf(program, { EDGE: world.edgeUrl, WIKI: "samplewiki@local" });
      expect(printed).toBe(program.expected);
    });
});

describe("docs/feed.md", () => feedGuide(() => world));
describe("docs/gadget.md", () => gadgetGuide(() => world));
