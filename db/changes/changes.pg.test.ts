import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import type { Database } from "../connect.ts";
import { addClients, type ClaimRequest, claimClients } from "../dispatch/clients.ts";
import { beginExport, endExport, requestExport, storeExport } from "../dispatch/exports.ts";
import {
  type ClientEnd,
  type ClientLease,
  raiseFence,
  releaseClients,
  renewClient,
  storePositions,
} from "../dispatch/leases.ts";
import { deletePages } from "../pages/delete.ts";
import { allPages } from "../pages/read.ts";
import { snapshotInputs } from "../pages/snapshot-inputs.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { newsOf, resultOf, samplePage, sampleWiki } from "../testing/sample.ts";
import type { Change, Position, WikiId } from "../types.ts";
import { recordResults } from "../urls/results.ts";
import { leaseSlices, readSlice } from "../work/slices.ts";
import { concernedPages } from "./concerned-pages.ts";
import { pruneChanges } from "./prune.ts";
import { changesOfWikis, headPosition, readChanges } from "./read.ts";

let db: Database;
beforeEach(async () => {
  db = await freshDatabase({ max: 14 });
});

const START: Position = { xid: "0", id: 0 };
const write = (on: Database, number: number) =>
  on.sql`insert into change (day, kind, payload) values (1, 'url', ${JSON.stringify({ url: String(number) })}::text::jsonb)`;
const numbersOf = (changes: readonly Change[]) =>
  changes.map((change) => (change.kind === "url" ? Number(change.payload.url) : null));

const prunedAfter = async (seconds: number) =>
  (await pruneChanges(db, { seconds, secondsMax: seconds, rowsMax: 1_000_000 })).changes;

describe("the order of changes (design 6)", () => {
  test("a transaction that commits late holds back those that began after it, and none is skipped", async () => {
    const release = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = db.transaction(async (tx) => {
      await write(tx, 1);
      written.resolve();
      await release.promise;
    });
    await written.promise;
    await write(db, 2);
    const before = await readChanges(db, START, 10);
    expect(before).toEqual({ changes: [], next: START, last: true });
    release.resolve();
    await late;
    const after = await readChanges(db, START, 10);
    expect(numbersOf(after.changes)).toEqual([1, 2]);
    expect((await readChanges(db, after.next, 10)).changes).toEqual([]);
  });

  test("a transaction that is undone holds nothing back for good", async () => {
    await db
      .transaction(async (tx) => {
        await write(tx, 1);
        throw new Error("undone");
      })
      .catch(() => {});
    await write(db, 2);
    expect(numbersOf((await readChanges(db, START, 10)).changes)).toEqual([2]);
  });

  test("ten writers with random delays: every change once, in order, in batches of seven", async () => {
    const WRITERS = 10;
    const EACH = 25;
    let writing = WRITERS;
    const writer = async (name: number) => {
      for (let number = 0; number < EACH; number++)
        await db.transaction(async (tx) => {
          await sleep(Math.random() * 4);
          await write(tx, name * EACH + number);
          await sleep(Math.random() * 12);
        });
      writing--;
    };
    const seen: unknown[] = [];
    const positions: Position[] = [];
    const reader = async () => {
      let position = START;
      for (;;) {
        const over = writing === 0;
        const { changes, next } = await readChanges(db, position, 7);
        seen.push(...numbersOf(changes));
        positions.push(...changes.map((change) => change.position));
        position = next;
        if (changes.length === 0 && over) return;
        await sleep(1);
      }
    };
    await Promise.all([reader(), ...Array.from({ length: WRITERS }, (_, name) => writer(name))]);
    expect(seen).toHaveLength(WRITERS * EACH);
    expect(new Set(seen).size).toBe(WRITERS * EACH);
    const sorted = [...positions].sort((a, b) => Number(BigInt(a.xid) - BigInt(b.xid)) || a.id - b.id);
    expect(positions).toEqual(sorted);
  });

  test("from the head position on, everything later is seen, also of a transaction that is under way", async () => {
    await write(db, 1);
    const release = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const open = db.transaction(async (tx) => {
      await write(tx, 2);
      written.resolve();
      await release.promise;
    });
    await written.promise;
    const head = await headPosition(db);
    await write(db, 3);
    release.resolve();
    await open;
    expect(numbersOf((await readChanges(db, head, 10)).changes)).toEqual([2, 3]);
  });
});

const CLAIM: ClaimRequest = {
  worker: "d",
  target: "main",
  leaseSeconds: 600,
  delaySeconds: 0,
  count: 1,
  work: "export",
  until: null,
};
const claimClient = async (db: Database, request: ClaimRequest) =>
  (await claimClients(db, request))[0] ?? null;
const releaseClient = async (db: Database, lease: ClientLease, end: ClientEnd = "published") =>
  (await releaseClients(db, [{ lease, end }])) === 1;
const storePosition = async (db: Database, lease: ClientLease, position: Position) =>
  (await storePositions(db, [lease], position)).length === 1;

const newClient = async (dbname?: string) => {
  const wiki = await sampleWiki(db, dbname);
  await addClients(db, ["main"]);
  // Its profile is there: before that nothing else is published.
  await db.sql`update dispatch_client set profile_version = 'v' where wiki_id = ${wiki}`;
  return wiki;
};

describe("clients (D2)", () => {
  const ask = CLAIM;
  const claimed = async (request: ClaimRequest = ask): Promise<ClientLease> => {
    const lease = await claimClient(db, request);
    if (lease === null) throw new Error("no client");
    return lease;
  };

  test("each goes to one dispatcher, the one that waited longest first", async () => {
    for (const name of ["a", "b", "c"]) await newClient(`${name}wiki`);
    const leases = await Promise.all(Array.from({ length: 5 }, () => claimClient(db, ask)));
    const names = leases.flatMap((lease) => lease?.name ?? []);
    expect(names.sort()).toEqual(["awiki@wmflabs", "bwiki@wmflabs", "cwiki@wmflabs"]);
    for (const lease of leases) if (lease !== null) await releaseClient(db, lease);
    const next = await claimed();
    expect(next.name).toBe(leases.find((lease) => lease !== null)?.name);
    expect(await claimClient(db, { ...ask, delaySeconds: 3_600 })).toBeNull();
  });

  test("a paused wiki is left alone", async () => {
    await newClient();
    await db.sql`update wiki set paused = true`;
    expect(await claimClient(db, ask)).toBeNull();
  });

  test("a dispatcher that lost its lease stores nothing; its successor goes on from the old position", async () => {
    await newClient();
    const dead = await claimed();
    await db.sql`update dispatch_client set lease_until = 'epoch'`;
    const heir = await claimed();
    expect(heir.position).toEqual(START);
    expect(await storePosition(db, dead, { xid: "5", id: 5 })).toBe(false);
    expect(await endExport(db, dead)).toBe(false);
    expect([await renewClient(db, dead, 60), await releaseClient(db, dead)]).toEqual([false, false]);
    await write(db, 1);
    const { next } = await readChanges(db, heir.position, 10);
    expect([await renewClient(db, heir, 60), await storePosition(db, heir, next)]).toEqual([true, true]);
    expect(await endExport(db, heir)).toBe(true);
    await releaseClient(db, heir);
    await write(db, 2);
    expect(await claimClient(db, ask)).toBeNull();
    // Transactions of other tests on this server, too, hold back what is settled.
    await expect
      .poll(() => claimClient(db, { ...ask, work: "changes" }))
      .toMatchObject({ position: next, needsExport: false });
  });

  test("a position from another server, or before what was pruned, asks for a full export", async () => {
    const wiki = await newClient();
    await write(db, 1);
    await write(db, 2);
    const { next } = await readChanges(db, START, 1);
    await db.sql`update dispatch_client set needs_export = false, position_xid = ${next.xid}::xid8, position_id = ${next.id}`;
    expect(await prunedAfter(3_600)).toBe(0);
    await db.sql`update change set at = now() - interval '2 hours' where payload->>'url' = '1'`;
    expect(await prunedAfter(3_600)).toBe(1);
    expect(await db.sql`select needs_export from dispatch_client`).toEqual([{ needs_export: false }]);
    await db.sql`update change set at = now() - interval '2 hours'`;
    expect(await prunedAfter(3_600)).toBe(1);
    expect(await db.sql`select needs_export from dispatch_client`).toEqual([{ needs_export: true }]);
    await db.sql`update dispatch_client set needs_export = false, position_xid = '900000000000', position_id = 3`;
    const lease = await claimed();
    expect(lease).toMatchObject({ position: START, needsExport: true });
    await storePosition(db, lease, await headPosition(db));
    await endExport(db, lease);
    await releaseClient(db, lease);
    await requestExport(db, wiki);
    expect((await claimed()).needsExport).toBe(true);
  });
});

describe("exports that keep their place", () => {
  const ask = CLAIM;
  const claimed = async (): Promise<ClientLease> => {
    const lease = await claimClient(db, ask);
    if (lease === null) throw new Error("no client");
    return lease;
  };
  const place = (lease: ClientLease, after: number) => storeExport(db, lease, { after, pages: 1 });
  const placed = async () => {
    await write(db, 1);
    const { next } = await readChanges(db, START, 1);
    const lease = await claimed();
    expect(await beginExport(db, lease, { position: next, pages: 2_000 })).toBe(true);
    expect(await place(lease, 500)).toMatchObject({ done: 1, total: 2_000 });
    return { lease, next };
  };

  test("the next one goes on from there, and when it is finished nobody does", async () => {
    await newClient();
    const { lease, next } = await placed();
    await releaseClient(db, lease);
    const heir = await claimed();
    expect(heir).toMatchObject({ position: next, needsExport: true, exportAfter: 500 });
    expect(await place(lease, 1_000)).toBeNull();
    expect(await endExport(db, heir)).toBe(true);
    await releaseClient(db, heir);
    expect(await claimClient(db, ask)).toBeNull();
  });

  test("a request meanwhile begins it again, and ends the one under way", async () => {
    const wiki = await newClient();
    const { lease } = await placed();
    await requestExport(db, wiki);
    expect([await place(lease, 1_000), await endExport(db, lease)]).toEqual([null, false]);
    await releaseClient(db, lease, "interrupted");
    expect(await claimed()).toMatchObject({ needsExport: true, exportAfter: null });
  });

  test("changes that are pruned before they were published begin it again, others do not", async () => {
    await newClient();
    const { lease } = await placed();
    await db.sql`update change set at = now() - interval '2 hours'`;
    expect(await prunedAfter(3_600)).toBe(1);
    expect(await place(lease, 1_000)).not.toBeNull();
    await write(db, 2);
    await db.sql`update change set at = now() - interval '2 hours'`;
    expect(await prunedAfter(3_600)).toBe(1);
    expect(await place(lease, 1_500)).toBeNull();
  });

  test("only the one who has the client raises its fence", async () => {
    await newClient();
    const dead = await claimed();
    await db.sql`update dispatch_client set lease_until = 'epoch'`;
    const heir = await claimed();
    expect(heir.fence).toBeGreaterThan(dead.fence);
    expect(await raiseFence(db, dead, heir.fence + 10)).toBeNull();
    expect(await raiseFence(db, heir, heir.fence + 10)).toBe(heir.fence + 11);
  });
});

describe("from changes to snapshots", () => {
  const pagesOf = (wiki: WikiId, pageids: readonly number[]) => pageids.map((pageid) => ({ wiki, pageid }));
  /** A page at a time, as one change may concern more than fit into the memory. */
  const concerned = async (changes: readonly Change[], wiki: WikiId) => {
    const pages = (await Array.fromAsync(concernedPages(db, changes, [wiki], 1))).flat();
    const ids = (those: typeof pages) => those.map(({ pageid }) => pageid);
    return {
      written: ids(pages.filter((page) => page.watched)),
      removed: ids(pages.filter((page) => !page.watched)),
    };
  };

  test("a URL's change concerns every page that has it, once, and no page of another wiki", async () => {
    const wiki = await sampleWiki(db);
    const other = await sampleWiki(db, "otherwiki");
    const shared = "https://shared.org/";
    await samplePage(db, wiki, 1, [shared, "https://one.org/"], 10);
    await samplePage(db, wiki, 2, [shared], 10);
    await samplePage(db, wiki, 3, ["https://three.org/"], 10);
    await samplePage(db, other, 4, [shared], 10);
    const { next } = await readChanges(db, START, 100);
    const [lease] = await leaseSlices(db, {
      worker: "w",
      count: 1,
      leaseSeconds: 60,
      today: asDay(11),
      passDays: 7,
    });
    if (lease === undefined) throw new Error("no lease");
    const due = (await readSlice(db, lease, asDay(11))).urls;
    const results = due.map((one) =>
      resultOf(one, asDay(11), 404, one.url === shared ? { change: newsOf(one.url) } : {}),
    );
    await recordResults(db, [lease], results);
    const { changes } = await readChanges(db, next, 100);
    expect(changes).toHaveLength(1);
    expect(await concerned([...changes, ...changes], wiki)).toEqual({
      written: [1, 2],
      removed: [],
    });
    expect(await concerned(changes, other)).toEqual({ written: [4], removed: [] });
    const found = await changesOfWikis(db, changes, [wiki, other], 1);
    expect([...found].map(([id, [one]]) => [id, one?.pages, one?.pageCount]).sort()).toEqual([
      [wiki, [1], 2],
      [other, [4], 1],
    ]);

    await deletePages(db, wiki, [2], "deleted", asDay(12));
    const all = (await readChanges(db, START, 100)).changes;
    expect(await concerned(all, wiki)).toEqual({ written: [1, 3], removed: [2] });
    expect(
      (await snapshotInputs(db, pagesOf(wiki, [1, 2, 3]))).map(({ pageid, urls }) => [pageid, urls.length]),
    ).toEqual([
      [1, 2],
      [3, 1],
    ]);
    const exported: number[][] = [];
    for await (const batch of allPages(db, wiki, 1)) exported.push(batch);
    expect(exported).toEqual([[1], [3]]);
  });
});
