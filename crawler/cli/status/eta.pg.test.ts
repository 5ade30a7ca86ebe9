import { expect, test } from "vitest";
import { readStatus } from "../../../db/status/status.ts";
import { freshDatabase } from "../../../db/testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import { tallySweep } from "../../../db/work/passes.ts";
import { dayOfInstant } from "../../../shared/calendar/day.ts";
import { reportStatus } from "./report.ts";

test("half of the first pass took half an hour: the other half takes as long", async () => {
  const db = await freshDatabase();
  const urls = Array.from({ length: 400 }, (_, no) => normalised(`https://a.zz/${no}`));
  await samplePage(db, await sampleWiki(db), 1, urls, 3_600);
  await db.sql`update slice set holder = 'a', lease_until = clock_timestamp() + interval '1 hour'`;
  await db.sql`update url set history = '\\x01' where id % 2 = 0`;
  await tallySweep(db, { checked: 200, inferred: 0 });
  // Whatever the minute of the hour is: counting began half an hour ago.
  await db.sql`update sweep_hour set since = clock_timestamp() - interval '30 minutes',
    hour = extract(epoch from clock_timestamp() - interval '30 minutes')::bigint / 3600`;
  const [now] = await db.sql<
    { ms: number }[]
  >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`;
  const today = dayOfInstant(now?.ms ?? 0);
  const { pass, nowMs } = reportStatus(await readStatus(db, today), today);
  const minutes = (Date.parse(pass.projectedEnd ?? "") - nowMs) / 60_000;
  expect(minutes).toBeGreaterThan(25);
  expect(minutes).toBeLessThan(35);
});
