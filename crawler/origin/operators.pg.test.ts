import { describe, expect, test } from "vitest";
import { listSaid, removeSaid, type Whose } from "../../db/people/contributions.ts";
import { proposals, settleProposal } from "../../db/people/proposals.ts";
import { listScopes } from "../../db/people/said-scopes.ts";
import { normalised } from "../../db/testing/sample.ts";
import { addDays } from "../../shared/calendar/day.ts";
import { scopeOf } from "../../shared/url/report-scope.ts";
import { openPeople, TODAY, url } from "./testing/people.ts";

const { db, known, ask, propose, idOf, answer } = await openPeople();
const softened = async () =>
  (await listScopes(db, { host: null, limit: 10 })).filter((one) => one.softened !== null);
const SOFTENED = { scope: "b.zz", reports: 0, withdrawals: 0, last: null, softened: 3_600 };

/** Acts that wait for another of the same host. */
const waitingForHost = async () => {
  const [row] = await db.sql<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted and classid = ${0x77656270}::int
      and database = (select oid from pg_database where datname = current_database())`;
  return row?.waiting ?? -1;
};

describe("operators (H5)", () => {
  const remove = (whose: Whose) => removeSaid(db, whose, TODAY);

  test("see what was said, and take it back by URL, host and network", async () => {
    const [one = [], two = [], three = []] = await known(3);
    await ask({ ranges: one });
    await ask({ url: url("2"), ranges: two });
    await ask({ url: url("2"), ranges: three });
    await propose("https://new.yy/", { url: url("3") });
    const said = await listSaid(db, { host: "b.zz", limit: 10 });
    expect(said.map(({ url: of, reporters, replacement }) => [of, reporters.length, replacement])).toEqual([
      [url("3"), 0, "https://new.yy/"],
      [url("2"), 2, null],
      [url("1"), 1, null],
    ]);
    expect(await softened()).toEqual([SOFTENED]);
    const suggested: Whose = { kind: "url", url: normalised(url("3")) };
    expect([await remove(suggested), await remove(suggested)]).toEqual([true, false]);
    const host: Whose = { kind: "host", host: "b.zz" };
    expect([await remove(host), await remove(host)]).toEqual([true, false]);
    expect([await listSaid(db, { host: null, limit: 10 }), await softened()]).toEqual([[], []]);
  });

  test("of a URL: with it what half of the host was made of", async () => {
    const networks = await known(3);
    for (const [at, path] of ["1", "2", "2"].entries())
      await ask({ url: url(path), ranges: networks[at] ?? [] });
    expect(await softened()).toEqual([SOFTENED]);
    expect(await remove({ kind: "url", url: normalised(url("2")) })).toBe(true);
    expect(await softened()).toEqual([]);
    expect(await answer(url("3"))).toMatchObject({ verdict: "unreachable", notes: [] });
  });

  test.each(["reporter", "host"] as const)(
    "of a %s: no report that comes meanwhile counts what goes",
    async (kind) => {
      const [one = [], two = [], three = []] = await known(3);
      await ask({ url: url("1"), ranges: one });
      const [first] = await listSaid(db, { host: "b.zz", limit: 1 });
      const reporter = first?.reporters[0] ?? "";
      await ask({ url: url("2"), ranges: two });
      let second: Promise<unknown> = Promise.resolve();
      await db.transaction(async (tx) => {
        expect(
          await removeSaid(tx, kind === "host" ? { kind, host: "b.zz" } : { kind, reporter }, TODAY),
        ).toBe(true);
        second = ask({ url: url("2"), ranges: three });
        await expect.poll(waitingForHost).toBe(1);
      });
      expect(await second).toEqual({ outcome: "reported", urls: 1 });
      const left = Array(kind === "host" ? 1 : 2).fill({ id: await idOf(url("2")) });
      expect(await db.sql`select url_id as id from report`).toEqual(left);
      expect(await softened()).toEqual([]);
      expect((await answer(url("3"))).verdict).toBe("unreachable");
    },
  );

  test("of a scope, and of a host with the scopes of it", async () => {
    for (const scope of ["b.zz/1", "*.b.zz"]) await ask({ scope });
    const scopes = async () => (await listScopes(db, { host: "b.zz", limit: 10 })).map(({ scope }) => scope);
    expect(await scopes()).toEqual(["*.b.zz", "b.zz/1"]);
    const domain: Whose = { kind: "scope", scope: scopeOf("*.b.zz", "") };
    expect([await remove(domain), await remove(domain)]).toEqual([true, false]);
    expect(await scopes()).toEqual(["b.zz/1"]);
    expect(await remove({ kind: "host", host: "b.zz" })).toBe(true);
    expect(await scopes()).toEqual([]);
  });

  test("of somebody: reports, what the host was made of by them, replacements and versions in archives", async () => {
    const [vandal = [], second = [], third = []] = await known(3);
    const wait = () => db.sql`update people_tally set last = 'epoch'`;
    await ask({ ranges: vandal });
    await ask({ url: url("2"), ranges: second });
    await ask({ url: url("2"), ranges: third });
    expect((await answer(url("3"))).verdict).toBe("doubtful");
    await propose("https://vandal.yy/", { url: url("3"), ranges: vandal });
    await wait();
    await propose("https://archive.yy/abc", { url: url("4"), ranges: vandal });
    await wait();
    for (const after of [0, 3]) {
      await db.sql`update replacement set due = now()`;
      for (const proposal of await proposals.take(db, { limit: 2, leaseSeconds: 60 })) {
        const archive = proposal.url.includes("archive") ? "old" : null;
        const day = addDays(TODAY, after);
        await settleProposal(db, proposal, "works", { archive, target: proposal.url, day });
      }
    }
    await propose("https://good.yy/", { url: url("2") });
    const [four, three] = await listSaid(db, { host: "b.zz", limit: 10 });
    const reporter = three?.proposer ?? "";
    expect(four).toMatchObject({ archives: [{ url: "https://archive.yy/abc", proposer: reporter }] });
    expect([
      await remove({ kind: "reporter", reporter }),
      await remove({ kind: "reporter", reporter }),
    ]).toEqual([true, false]);
    // Others' words stay; the half that was theirs does not.
    expect(await answer(url("3"))).toMatchObject({ verdict: "unreachable", notes: [], replacement: null });
    expect((await answer(url("4"))).archives).toEqual([]);
    expect(await listSaid(db, { host: null, limit: 10 })).toMatchObject([
      { url: url("2"), replacement: "https://good.yy/", archives: [] },
    ]);
    expect((await answer(url("2"))).reports).toBe(2);
    expect(await ask({ act: "withdraw" })).toEqual({ outcome: "nothing" });
  });
});
