import { Hono } from "hono";
import { expect, test } from "vitest";
import { FORM_PARAMETER, formName, ORIGIN } from "../../shared/protocol/origin.ts";
import { sign } from "../../shared/protocol/sign.ts";
import { admitByClass, createGates } from "./budget/admit.ts";
import { committedBy, TooLate } from "./budget/in-time.ts";
import { once } from "./once.ts";
import { admitSigned, answering, type Signed } from "./signed.ts";
import { openPeople, url } from "./testing/people.ts";

const { db, wiki, caller, ask, log } = await openPeople();
const token = "0123456789abcdef0123456789abcdef";

/** No network has to wait before it says something else. */
const minutesLater = () => db.sql`update people_tally set last = now() - interval '2 minutes'`;

/** Posts what a form says, each time with a signature of its own. */
function forms() {
  const app = new Hono<Signed>();
  admitSigned(app, { token });
  admitByClass(app, createGates());
  const { path } = ORIGIN.people;
  answering(
    app,
    ORIGIN.people,
    once((asked) => ask(asked)),
  );
  let sent = 0;
  return async (form: string, question: object) => {
    const address = `${path}?nonce=${sent++}&${FORM_PARAMETER}=${formName(form, path, question)}`;
    const body = new TextEncoder().encode(JSON.stringify(question));
    const headers = await sign(token, { method: "POST", path: address, body }, Date.now());
    return (await app.request(address, { method: "POST", headers, body })).json();
  };
}

test("a form that is sent twice withdraws once, and says nothing against others", async () => {
  const me = caller();
  for (const ranges of [me, caller(), caller()]) await ask({ ranges });
  const send = forms();
  const withdrawal = {
    act: "withdraw",
    wiki: wiki.name,
    url: url("1"),
    domain: false,
    replacement: null,
    ranges: me,
  };
  const acts = async () => (await log()).entries.map(({ act }) => act).slice(0, -3);
  const both = [send("opened once", withdrawal), send("opened once", withdrawal)];
  expect(await Promise.all(both)).toEqual([{ outcome: "withdrawn" }, { outcome: "withdrawn" }]);
  await minutesLater();
  expect(await send("opened once", withdrawal)).toEqual({ outcome: "withdrawn" });
  expect(await acts()).toEqual(["withdraw"]);
  expect(await send("opened again", withdrawal)).toEqual({ outcome: "opposed" });
  expect(await acts()).toEqual(["oppose", "withdraw"]);
});

test("a form that was refused is asked again", async () => {
  const ranges = caller();
  await ask({ ranges, url: url("2") });
  const send = forms();
  const report = { act: "report", wiki: wiki.name, url: url("1"), domain: false, replacement: null, ranges };
  expect(await send("opened once", report)).toMatchObject({ outcome: "too-soon" });
  await minutesLater();
  expect(await send("opened once", report)).toEqual({ outcome: "reported", urls: 1 });
});

test("what ends too late is rolled back, and not begun when it is late already", async () => {
  const late = (ms: number) => committedBy(db, performance.now() + ms);
  const lock = (within: typeof db, pause: number) =>
    within.transaction(async ({ sql }) => {
      await sql`insert into people_lock values ('host', 'late.zz', 'late.zz', '', 4000)`;
      await Bun.sleep(pause);
    });
  await expect(lock(late(50), 100)).rejects.toThrow(TooLate);
  await expect(lock(late(-1), 0)).rejects.toThrow(TooLate);
  expect(await db.sql`select from people_lock`).toHaveLength(0);
  await lock(late(60_000), 0);
  expect(await db.sql`select from people_lock`).toHaveLength(1);
});
