import { beforeEach, expect, test, vi } from "vitest";
import { addClients, claimClients } from "../../db/dispatch/clients.ts";
import { releaseDeadClients, renewClient } from "../../db/dispatch/leases.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { sampleWiki } from "../../db/testing/sample.ts";
import { watched } from "../../db/testing/watched.ts";
import { FEED_TARGET } from "../../db/types.ts";
import { heartbeat, holdLife } from "../../db/work/workers.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database } from "../runtime/context.ts";
import { moment } from "../runtime/lease-keeper.ts";
import { silentLog } from "../runtime/log.ts";
import { type FencedWriter, openWriter } from "./delivery.ts";
import { dispatch, exportWiki } from "./run.ts";
import type { SnapshotStore } from "./store.ts";
import { memoryStore } from "./testing/memory-store.ts";

let db: Database;
let dispatcher: Database;
beforeEach(async () => {
  db = await freshDatabase();
  dispatcher = await asComponent(db, "dispatch");
  await sampleWiki(db, "onewiki");
  await addClients(db, ["main", FEED_TARGET]);
});

const NOW = (targets: readonly string[]) => targets.map((name) => ({ name, lateSeconds: 0 }));
const LATER = [{ name: "main", lateSeconds: 90 }];

/** A dispatcher that has everything in hand, and the connection whose end is its death. */
async function living(name: string) {
  const session = dispatcher.session();
  await holdLife(session, name);
  await heartbeat(session, { name, role: "dispatch", info: {} });
  const request = { worker: name, leaseSeconds: 120, delaySeconds: 0, count: 9, until: null };
  const leases = [
    ...(await claimClients(dispatcher, { ...request, target: "main", work: "profile" })),
    ...(await claimClients(dispatcher, { ...request, target: FEED_TARGET, work: "changes" })),
  ];
  return { session, leases };
}

const secondsLeft = async () =>
  (
    await db.sql<{ seconds: number }[]>`
      select extract(epoch from lease_until - clock_timestamp())::float8 as seconds from dispatch_client
      where target = 'main'`
  )[0]?.seconds;

test("what a dead dispatcher held is free at once, under a greater fence; what a living one holds is not", async () => {
  const { session, leases } = await living("here:1:dispatch");
  const [held] = leases;
  expect(await releaseDeadClients(dispatcher, NOW(["main", FEED_TARGET]))).toEqual([]);
  await session.close();
  await expect
    .poll(() =>
      releaseDeadClients(dispatcher, NOW(["elsewhere"])).then(() =>
        releaseDeadClients(dispatcher, NOW(["main"])),
      ),
    )
    .toEqual(["here:1:dispatch"]);
  const [next] = await claimClients(dispatcher, {
    worker: "other",
    target: "main",
    leaseSeconds: 120,
    delaySeconds: 0,
    count: 9,
    work: "profile",
    until: null,
  });
  expect(next?.fence).toBeGreaterThan(held?.fence ?? Number.POSITIVE_INFINITY);
  if (held === undefined) throw new Error("nothing was held");
  expect(await renewClient(dispatcher, held, 120)).toBe(false);
});

test("where its requests may still come into force, these have their time, which does not begin again", async () => {
  const { session, leases } = await living("here:2:dispatch");
  await session.close();
  await expect.poll(() => releaseDeadClients(dispatcher, LATER)).toEqual(["here:2:dispatch"]);
  const left = await secondsLeft();
  expect(left).toBeGreaterThan(80);
  expect(left).toBeLessThanOrEqual(90);
  expect(await releaseDeadClients(dispatcher, LATER)).toEqual([]);
  // One that lives and only lost that connection goes on.
  const [held] = leases;
  if (held === undefined) throw new Error("nothing was held");
  expect(await renewClient(dispatcher, held, 120)).toBe(true);
});

test("one that is cut off sends nothing more where nobody refuses it: it asks each time whether its lease stands", async () => {
  const { session, leases } = await living("here:4:dispatch");
  const [lease] = leases;
  if (lease === undefined) throw new Error("nothing was held");
  const left: number[] = [];
  const store: SnapshotStore = {
    ...memoryStore().store,
    lateSeconds: 90,
    async put(_pairs, _fence, terms) {
      left.push((await terms?.held?.()) ?? 0);
      return { kind: "stored", calls: 1 };
    },
  };
  let away = false;
  const cut = watched(dispatcher, () => {
    if (away) throw new Error("the database does not answer");
  });
  const put = (writer: FencedWriter) => writer.put([{ key: "w1:onewiki@wmflabs", value: "old" }]);
  const writer = openWriter({ db: cut, log: silentLog }, lease, store, moment());
  const now = vi.spyOn(Date, "now");
  try {
    const begun = Date.now();
    await put(writer);
    now.mockReturnValue(begun + 36_000);
    await put(writer);
    // As long as its successor waits at least, and no longer.
    expect(left.every((ms) => ms > 80_000 && ms <= 90_000)).toBe(true);
    away = true;
    now.mockReturnValue(begun + 72_000);
    await expect(put(writer)).rejects.toThrow("does not answer");
    expect(left).toHaveLength(2);
  } finally {
    now.mockRestore();
    await writer.end();
    await session.close();
  }
});

test("a dispatcher goes on with the wikis of one that died", async () => {
  const { session } = await living("here:3:dispatch");
  const stop = new AbortController();
  const { store, values } = memoryStore();
  const config = readConfig({});
  const context = { db: dispatcher, clock: systemClock, log: silentLog, signal: stop.signal, config };
  const lines: string[] = [];
  const log = { ...silentLog, info: (message: string) => void lines.push(message) };
  const once = exportWiki({ ...context, log }, "onewiki@wmflabs", store);
  await expect
    .poll(() => lines)
    .toContainEqual(expect.stringMatching(/^onewiki@wmflabs: held by the dispatcher here:3:dispatch/));
  expect(values.size).toBe(0);
  await session.close();
  // An export does not end with nothing written, nor does a dispatcher.
  expect(await once).toMatchObject({ clients: 1 });
  const running = dispatch(context, { once: false, store });
  await expect.poll(() => values.has("w1:onewiki@wmflabs")).toBe(true);
  stop.abort();
  await running;
});
