/**
 * Results stored a second, as a sweep stores them: by the writer, in batches of 1,000 in an order of chance over windows of
 * 50,000 neighbouring rows, under leases, with change rows, host news and plans of rechecks.
 *   bun crawler/record/store.bench.ts [URLs, default 100000] [passes, default 3]
 * Prints a line of JSON per pass. In the first one every result is news; later one in fifty.
 */

import { connect } from "../../db/connect.ts";
import type { HostUpdate } from "../../db/hosts/record.ts";
import type { MoveNews } from "../../db/moves/record.ts";
import { linked, newsOf, resultOf } from "../../db/testing/sample.ts";
import type { DueUrl } from "../../db/types.ts";
import { enterUrls } from "../../db/urls/enter.ts";
import { finishSlice, leaseSlices, readSlice } from "../../db/work/slices.ts";
import { addDays, asDay, type Day } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { withTrialDatabase } from "../sweep/testing/trial-database.ts";
import { Writer } from "./writer.ts";

const [urls = 100_000, passes = 3] = process.argv.slice(2).map(Number);
const SLICES_AT_ONCE = 5;
const START = 3_600;
/** As the writer: no more waits to be written. */
const WAITING_MAX = 5_000;

/** Of URLs that work one in a hundred redirects for good; one that begins to fail may have. */
function movedOf({ id, host, url }: DueUrl, http: number, changes: boolean): MoveNews | null {
  if (http !== 200) return changes ? { kind: "failing", host } : null;
  return id % 100 === 0 ? { kind: "redirected", host, target: `${url}/new` as NormalisedUrl } : null;
}

/** One URL in fifty changes, one in a hundred teaches something about its host, one in a hundred is looked at again. */
function checked(due: DueUrl, day: Day) {
  const before = due.history[0]?.http ?? (Math.random() < 0.9 ? 200 : 404);
  const changes = due.history.length === 0 || Math.random() < 0.02;
  const http = changes && due.history.length > 0 ? (before === 200 ? 404 : 200) : before;
  const verdict = http === 200 ? "working" : "doubtful";
  const moved = movedOf(due, http, changes);
  const result = resultOf(due, day, http, {
    ...(moved !== null && { moved }),
    mime: "text/html",
    kib: 12,
    clearsReports: http === 200,
    recheck: changes && http !== 200 ? addDays(day, 1) : null,
    change: changes ? newsOf(due.url, { verdict, http }) : null,
  });
  const host: HostUpdate | null =
    Math.random() < 0.01 ? { id: due.host, day, seen: ["get-needed"], retryAtMs: null } : null;
  return { result, host };
}

function shuffle<T>(items: T[]): T[] {
  return items
    .map((item) => [Math.random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
}

async function pass(ctx: RoleContext, number: number): Promise<void> {
  const { db } = ctx;
  const day = asDay(START + number * 28);
  const [before] = await db.sql<{ lsn: string }[]>`select pg_current_wal_lsn()::text as lsn`;
  let [stored, seconds] = [0, 0];
  for (;;) {
    const request = { worker: "bench", count: SLICES_AT_ONCE, leaseSeconds: 600, today: day, passDays: 14 };
    const leases = await leaseSlices(db, request);
    if (leases.length === 0) break;
    const due: DueUrl[] = [];
    for (const lease of leases) due.push(...(await readSlice(db, lease, day)).urls);
    const results = shuffle(due.map((one) => checked(one, day)));
    const writer = new Writer(ctx, { leases, onStale() {}, onFailed() {} });
    const began = performance.now();
    for (const [at, { result, host }] of results.entries()) {
      if (at % WAITING_MAX === 0) await writer.room();
      writer.add(result, host);
    }
    await writer.flush();
    seconds += (performance.now() - began) / 1_000;
    stored += writer.stored;
    for (const lease of leases) await finishSlice(db, lease);
  }
  const [wal] = await db.sql<{ bytes: number }[]>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), ${before?.lsn ?? "0/0"}::pg_lsn)::float8 as bytes`;
  const walBytes = (wal?.bytes ?? 0) / Math.max(1, stored);
  const perSecond = Math.round(stored / seconds);
  console.log(JSON.stringify({ pass: number, stored, perSecond, walBytesPerResult: Math.round(walBytes) }));
}

async function enter(db: Database): Promise<void> {
  for (let at = 0; at < urls; at += 1_000) {
    const links = Array.from({ length: 1_000 }, (_, n) =>
      linked(
        `https://www.host-${Math.floor(Math.random() ** 3 * (urls / 8))}.org/a/path/of/some/length/${at + n}`,
      ),
    );
    await enterUrls(db, links, asDay(START));
  }
}

await withTrialDatabase(async (fresh) => {
  const db = await connect(await fresh());
  const { signal } = new AbortController();
  try {
    await enter(db);
    for (let number = 0; number < passes; number++)
      await pass({ db, clock: systemClock, log: silentLog, signal, config: readConfig({}) }, number);
  } finally {
    await db.close();
  }
});
