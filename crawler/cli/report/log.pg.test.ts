import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { connect, type Database } from "../../../db/connect.ts";
import { checkLog, logActs } from "../../../db/people/log.ts";
import { freshDatabaseUrl } from "../../../db/testing/fresh.ts";
import { LogEntry } from "../../../shared/protocol/people-log.ts";
import { jsonLines, weboid } from "../testing/run.ts";

let db: Database;
let env: Record<string, string> = {};
beforeAll(async () => {
  const url = await freshDatabaseUrl();
  db = await connect(url);
  env = { DATABASE_URL: url, WEBOID_LOG: "silent" };
});
afterAll(() => db.close());
const run = (...args: string[]) => weboid(["report", ...args], { env });

const HOSTILE = "https://a.zz/\u202e\u001b[2J";

test("the log is printed, verified, and of a hidden entry the hash stays", async () => {
  expect(await run("log")).toMatchObject({ code: 0, stdout: "nobody did anything yet\n" });
  expect((await run("log", "--verify")).stdout).toMatch(
    /^0 entries, none changed; the last hash is 0{64}\n$/,
  );
  await db.transaction((tx) =>
    logActs(tx, [
      { act: "report", wiki: "dewiki@WMF", scope: "url", target: HOSTILE, urls: 1, by: "reader" },
      { act: "withdraw", wiki: "dewiki@WMF", scope: "url", target: HOSTILE, by: "account", undoes: 1 },
    ]),
  );
  const { stdout } = await run("log");
  for (const raw of ["\u202e", "\u001b"]) expect(stdout).not.toContain(raw);
  expect(stdout).toMatch(/^2 .* withdraw +account +dewiki@WMF .* undoes 1\n1 .* report .* undone by 2\n$/);
  const lines = jsonLines(await run("log", "--json"));
  expect(lines.map((line) => z.safeParse(LogEntry, line).success)).toEqual([true, true]);
  const valid = await checkLog(db);
  expect(valid).toMatchObject({ kind: "valid", entries: 2 });
  expect(jsonLines(await run("log", "--verify", "--json"))).toEqual([valid]);
  expect(await run("hide", "1")).toMatchObject({ code: 0 });
  expect(await run("hide", "1")).toMatchObject({ code: 1, stderr: [expect.stringContaining("no entry 1")] });
  expect((await run("log")).stdout).toMatch(/ \(hidden\) .*undone by 2\n$/);
  expect(await run("log", "--verify")).toMatchObject({ code: 0 });
});

test("many entries are hidden at once, but none that says that one is", async () => {
  const act = { act: "propose", wiki: null, scope: "url", target: HOSTILE, by: "reader" } as const;
  await db.transaction((tx) => logActs(tx, [act, act, act]));
  expect(await run("hide", "3", "4-6")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("3 entries are"),
  });
  expect(await run("hide", "3", "4-9")).toMatchObject({ code: 1 });
  expect(await run("log", "--verify")).toMatchObject({ code: 0 });
});

test("of a lock whose entry is hidden it is said that it stays", async () => {
  expect(await run("lock", "b.zz", "--reason", "Erika did it")).toMatchObject({ code: 0 });
  const [{ no } = { no: 0 }] = await db.sql<{ no: number }[]>`select max(no)::int as no from people_log`;
  const { stdout } = await run("hide", String(no));
  expect(stdout).toMatch(/^1 entry is hidden.*\nthe lock on b\.zz stays in force without its reason/);
  expect((await run("locks")).stdout).not.toContain("Erika");
  // Locked again with another reason, the lock keeps that, and nothing is said of it.
  for (const words of ["Erika did it", "an attack"]) await run("lock", "b.zz", "--reason", words);
  expect((await run("hide", String(no + 2))).stdout).toMatch(/^1 entry is hidden; [^\n]*\n$/);
  expect((await run("locks")).stdout).toContain("an attack");
  expect(await run("unlock", "b.zz")).toMatchObject({ code: 0 });
});

test("a broken chain ends with 1, and names its first entry that does not fit", async () => {
  const [before] = await db.sql<{ urls: number }[]>`select urls from people_log where no = 1`;
  await db.sql`update people_log set urls = 7 where no = 1`;
  expect(await run("log", "--verify")).toMatchObject({
    code: 1,
    stderr: [expect.stringContaining("broken at entry 1: it was changed")],
  });
  expect(jsonLines(await run("log", "--verify", "--json"))).toEqual([
    { kind: "broken", no: 1, flaw: "it was changed" },
  ]);
  await db.sql`update people_log set urls = ${before?.urls ?? 0} where no = 1`;
  expect(await run("log", "--verify")).toMatchObject({ code: 0 });
});

test("locks are set, listed, lifted, and logged", async () => {
  expect((await run("locks")).stdout).toBe("nothing is locked\n");
  const locked = await run("lock", "BÜCHER.zz", "--reason", "two groups", "--days", "7");
  expect(locked.stdout).toMatch(/^xn--bcher-kva\.zz: locked until \d{4}-\d\d-\d\d\n$/);
  expect((await run("lock", "*")).code).toBe(0);
  expect(jsonLines(await run("locks", "--json"))).toMatchObject([
    { scope: "everything", target: "", reason: "" },
    { scope: "host", target: "xn--bcher-kva.zz", reason: "two groups" },
  ]);
  // Without a reason there are no brackets for it.
  expect((await run("log")).stdout).toMatch(/ lock +operator +everything *$/m);
  expect(await run("unlock", "*")).toMatchObject({ code: 0, stdout: "*: unlocked\n" });
  expect(await run("unlock", "*")).toMatchObject({ code: 1 });
  expect(jsonLines(await run("log", "--json")).slice(0, 3)).toMatchObject([
    { act: "unlock", by: "operator", scope: "everything" },
    { act: "lock", by: "operator", scope: "everything" },
    { act: "lock", by: "operator", text: { target: "xn--bcher-kva.zz", detail: "two groups" } },
  ]);
  expect(await checkLog(db)).toMatchObject({ kind: "valid" });
});

test.each([
  [["lock", "not a host"], "Give a URL"],
  [["lock", "*.co.uk"], "Give a URL"],
  [["lock", "www.example.org"], "reserved for examples"],
  [["remove", "https://www.example.org/page"], "reserved for examples"],
  [["list", "--host", "www.example.org"], "reserved for examples"],
  [["lock", "a.zz", "--days", "0"], "from 1 to 3650"],
  [["lock", "a.zz", "--reason", "x".repeat(301)], "at most 300"],
  [["hide", "0"], "the number of an entry"],
  [["hide", "5-4"], "the number of an entry"],
  [["hide", "1-999999999"], "at most 10000 at once"],
])("%j is refused with a hint", async (args, hint) => {
  const { code, stderr } = await run(...args);
  expect([code, stderr.join("\n")]).toEqual([2, expect.stringContaining(hint)]);
});
