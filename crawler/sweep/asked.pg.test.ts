import { beforeEach, expect, test } from "vitest";
import { urlId } from "../../db/lists/uses.ts";
import { askCheck, askedState, expireAsked } from "../../db/people/asked-checks.ts";
import { samplePage } from "../../db/testing/sample.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { fold } from "../../shared/history/fold.ts";
import type { History } from "../../shared/history/types.ts";
import { statusOfHttp } from "../../shared/status/table.ts";
import type { Outcome } from "../classify/outcome.ts";
import { HostScheduler } from "../politeness/host-scheduler.ts";
import { HostStates } from "../politeness/host-state.ts";
import { WakeUp } from "../runtime/wake-up.ts";
import { checkAsked } from "./asked.ts";
import { answered } from "./testing/outcomes.ts";
import { GONE, NO_PACE, openWorld, START, web } from "./testing/world.ts";

const world = openWorld();
const FAILING = [START - 5, START - 4, START - 2].reduce<History>(
  (history, day) => fold(history, { status: statusOfHttp(404), http: 404, deadEnd: false }, asDay(day)),
  [],
);

beforeEach(async () => {
  await samplePage(world.db, world.wiki, 1, [GONE], START - 10);
  await world.db.sql`truncate asked_check`;
  await world.db.sql`update url set history = ${encodeHistory(FAILING)}, queried = ${START - 2}`;
  await world.db.sql`insert into recheck (url_id, due) select id, ${START + 2} from url`;
});

async function asked(outcome: Outcome) {
  const id = await urlId(world.db, GONE);
  if (id === null) throw new Error("no URL");
  await askCheck(world.db, id);
  expect(await askedState(world.db, id)).toBe("waiting");
  const { ctx } = world.context(START);
  const states = new HostStates({ pace: NO_PACE as never, signs: "all", clock: ctx.clock });
  const scheduler = new HostScheduler({ states, concurrency: 4, waitMsMax: 1_000 });
  const checker = web({ [GONE]: outcome });
  await checkAsked(ctx, checker, scheduler, { once: true, wakeUp: new WakeUp("weboid_asked") });
  const [row] = await world.db.sql`
    select queried, (select due from recheck where url_id = url.id) as due,
      (select array_agg(payload -> 'news') from change where url_id = url.id) as news from url`;
  return { id, checker, row };
}

test("what somebody asked for is checked by itself, once an hour, and published for who looks", async () => {
  const { id, checker, row } = await asked(answered(GONE, 404));
  expect(await askedState(world.db, id)).toBe("checked");
  expect([checker.asked, row]).toEqual([[GONE], { queried: START, due: START + 2, news: [["asked"]] }]);
  await askCheck(world.db, id);
  expect(await askedState(world.db, id)).toBe("checked");
  await world.db.sql`update asked_check set asked = asked - interval '2 hours'`;
  expect(await askedState(world.db, id)).toBeNull();
  await askCheck(world.db, id);
  expect(await askedState(world.db, id)).toBe("waiting");
  expect(await expireAsked(world.db, 3_600)).toBe(0);
});

test("twice on a day: the later check counts, a link that works again is working at once", async () => {
  await world.db.sql`update url set queried = ${START}`;
  const { row } = await asked(answered(GONE, 200));
  expect(row).toMatchObject({ queried: START, due: null, news: [["verdict", "status"]] });
});

test("asked for again and again, one URL that fails is one sign that its host is away", async () => {
  const silent: Outcome = {
    kind: "failure",
    failure: "timeout",
    chain: [],
    literal: false,
    tls: null,
    ms: 58_000,
  };
  for (const time of [1, 2, 3]) {
    await asked(silent);
    await world.db.sql`update asked_check set asked = asked - interval '61 minutes'`;
    const [host] = await world.db.sql`select outage_count from host where name = 'gone.zz'`;
    expect([time, host]).toEqual([time, { outage_count: 1 }]);
  }
});

test("of a site that admits no robots nothing is stored, and who asked is told so", async () => {
  const { id, row } = await asked({ kind: "not-tried", reason: "path-not-sendable" });
  expect(await askedState(world.db, id)).toBe("not-now");
  expect(row).toMatchObject({ queried: START - 2, news: null });
});
