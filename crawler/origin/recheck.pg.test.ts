import { expect, test } from "vitest";
import { settleAsked } from "../../db/people/asked-checks.ts";
import type { RecheckRequest } from "../../shared/protocol/recheck.ts";
import { answerRecheck } from "./recheck.ts";
import { openPeople, TODAY, url } from "./testing/people.ts";

const { db, origin, wiki, caller, idOf } = await openPeople();

const ask = (more: Partial<RecheckRequest> = {}) =>
  answerRecheck(
    { db: origin, clock: { now: () => Date.now(), today: () => TODAY } },
    "secret-of-the-tests",
    wiki,
    {
      act: "ask",
      wiki: wiki.name,
      url: url("1"),
      ranges: caller(),
      ...more,
    },
  );

test("a check is asked for once an hour, no matter who asks; to look asks for none", async () => {
  expect(await ask({ act: "look" })).toMatchObject({ refused: null, asked: null, facts: { url: url("1") } });
  expect(await ask()).toMatchObject({ refused: null, asked: "waiting" });
  expect(await ask()).toMatchObject({ refused: null, asked: "waiting" });
  await settleAsked(db, [await idOf(url("1"))], true);
  expect(await ask()).toMatchObject({ refused: null, asked: "checked" });
  expect(await db.sql`select count(*)::int from asked_check`).toEqual([{ count: 1 }]);
});

test("of links of the wiki's pages alone, and within the bounds of a network (H5)", async () => {
  expect(await ask({ url: "https://nowhere.zz/" })).toMatchObject({ refused: "not-watched", facts: null });
  expect(await ask({ url: "https://only-two.yy/" })).toMatchObject({ refused: "not-watched", facts: null });
  const ranges = caller();
  expect(await ask({ url: url("2"), ranges })).toMatchObject({ refused: null, asked: "waiting" });
  expect(await ask({ url: url("3"), ranges })).toMatchObject({ refused: "too-soon", asked: null });
  await db.sql`update people_tally set acts = 100, last = now() - interval '1 minute'`;
  expect(await ask({ url: url("3"), ranges })).toMatchObject({ refused: "too-many", asked: null });
  expect(await ask({ url: url("3") })).toMatchObject({ refused: null });
});
