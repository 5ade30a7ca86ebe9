import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { asDay, instantOfDay } from "../../shared/calendar/day.ts";
import { readReport } from "../cli/status/read.ts";
import { steppedClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import { lockDataFolder } from "../runtime/folder-lock.ts";
import { silentLog } from "../runtime/log.ts";
import { refuseSimulation, simulateDays, startingOn } from "./simulation.ts";

const TODAY = 3_600;

type Mine = "the only wiki" | "another wiki";

async function setUp(queried: boolean, done?: object, mine: Mine = "the only wiki") {
  const isMine = () => mine === "the only wiki";
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-age-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  if (done !== undefined) writeFileSync(join(dataDir, "simulation.json"), JSON.stringify(done));
  const db = await freshDatabase({ max: 2 });
  await samplePage(db, await sampleWiki(db), 1, ["https://a.zz/"], TODAY);
  if (queried) await db.sql`update url set queried = ${TODAY}`;
  const days: number[] = [];
  const stop = new AbortController();
  const simulated = (stopOn?: number) =>
    simulateDays(
      {
        db,
        clock: steppedClock(instantOfDay(asDay(TODAY)) + 1),
        log: silentLog,
        signal: stop.signal,
        config: readConfig({}),
      },
      {
        weeks: 1,
        dataDir,
        isMine,
        work: async ({ clock }) => {
          days.push(clock.today());
          if (clock.today() === stopOn) stop.abort();
        },
        onDay: () => {},
      },
    );
  const refusal = refuseSimulation(db, dataDir, isMine).then(() => null, String);
  const statusOf = (databaseUrl: string | null) => readReport(db, asDay(TODAY), { dataDir, databaseUrl });
  return { refusal, simulated, days, statusOf, starting: () => startingOn(dataDir) };
}

const refused = expect.stringContaining("start without --age, or set WEBOID_DATA");

test.each<[string, boolean, object | undefined, unknown, number[]]>([
  ["a new folder", false, undefined, null, [TODAY - 7, TODAY - 3, TODAY]],
  ["simulated time that was interrupted", true, { until: TODAY, done: TODAY - 7 }, null, [TODAY - 3, TODAY]],
  ["history that was really seen", true, undefined, refused, []],
  ["simulated time that was simulated to its end", true, { until: TODAY, done: TODAY }, refused, []],
])("%s", async (_name, queried, done, refusal, days) => {
  const start = await setUp(queried, done);
  expect(await start.refusal).toEqual(refusal);
  expect(await start.simulated()).toEqual({ done: days.length, of: days.length });
  expect(start.days).toEqual(days);
  expect(start.starting()).toBe(null);
});

test("another wiki: no simulated day, and a refusal that names it", async () => {
  const start = await setUp(false, { until: TODAY, done: TODAY - 7 }, "another wiki");
  expect(await start.refusal).toContain("write the history of simulated days to the links of testwiki@");
  await start.simulated();
  expect(start.days).toEqual([]);
  // What is seen from now on is real.
  expect(start.starting()).toBe(null);
});

test("stopped in a round: it does not count, and goes on from there", async () => {
  const start = await setUp(false);
  await start.refusal;
  expect(await start.simulated(TODAY - 3)).toEqual({ done: 1, of: 3 });
  const starting = { stopped: true, simulated: TODAY - 7, until: TODAY };
  expect(start.starting()).toEqual(starting);
  expect(await start.statusOf(null)).toMatchObject({ starting });
  // Another database has nothing to do with what starts on the folder.
  expect(await start.statusOf("postgres://another.zz/weboid")).toMatchObject({ starting: null });
});

test("a start that takes too long hides no alarms", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-start-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const lock = lockDataFolder(dataDir);
  try {
    expect(startingOn(dataDir)).toEqual({ stopped: false, simulated: null, until: null });
    const file = join(dataDir, "up.json");
    const said = JSON.parse(readFileSync(file, "utf8")) as { sinceMs: number };
    writeFileSync(file, JSON.stringify({ ...said, sinceMs: said.sinceMs - 16 * 60_000 }));
    expect(startingOn(dataDir)).toBe(null);
  } finally {
    lock.release();
  }
});
