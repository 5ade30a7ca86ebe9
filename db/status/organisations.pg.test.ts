import { beforeEach, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { claimDomains, enterDomains } from "../organisations/queue.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { samplePage, sampleWiki } from "../testing/sample.ts";
import { organisationState } from "./organisations.ts";

const TODAY = asDay(3_600);
let db: Database;
beforeEach(async () => {
  db = await freshDatabase();
  await samplePage(db, await sampleWiki(db), 1, ["https://a.zz/", "https://b.zz/", "https://c.zz/"], TODAY);
});
const state = () => organisationState(db, TODAY);
const enter = () => enterDomains(db, 100, () => true);

test("nobody began: nothing is expected", async () => {
  expect(await state()).toEqual({ begun: false, unread: false, due: 0, oldestDue: null, lastLooked: null });
});

test("domains wait from when their hosts are read; what is to be looked at again has a day", async () => {
  expect(await enter()).toBe(3);
  expect(await state()).toEqual({ begun: true, unread: false, due: 3, oldestDue: null, lastLooked: null });
  await claimDomains(db, { worker: "a", leaseSeconds: 60, today: TODAY, limit: 1, perDay: 10 });
  await db.sql`update organisation_domain set due = case domain when 'a.zz' then 3590 when 'b.zz' then 3601 else -1 end`;
  expect(await state()).toEqual({ begun: true, unread: false, due: 2, oldestDue: 3_590, lastLooked: TODAY });
});

test("hosts that came since are seen, though their domains are not known yet", async () => {
  await enter();
  await db.sql`update organisation_domain set due = 3700`;
  expect(await state()).toMatchObject({ due: 0, unread: false });
  await samplePage(db, await sampleWiki(db, "otherwiki"), 2, ["https://d.zz/"], TODAY);
  expect(await state()).toMatchObject({ begun: true, due: 0, unread: true });
});
