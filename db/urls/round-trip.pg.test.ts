import { beforeAll, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { concernedPages } from "../changes/concerned-pages.ts";
import { readChanges } from "../changes/read.ts";
import type { Database } from "../connect.ts";
import { addClients, claimClients } from "../dispatch/clients.ts";
import { endExport } from "../dispatch/exports.ts";
import { releaseClients, storePositions } from "../dispatch/leases.ts";
import { recordPageLinks } from "../pages/links.ts";
import { listPages } from "../pages/list-run.ts";
import { pagesNeedingUpdate } from "../pages/read-run.ts";
import { pageFacts } from "../pages/snapshot-inputs.ts";
import { readStatus } from "../status/status.ts";
import { freshDatabase } from "../testing/fresh.ts";
import { dueUrl, linked, newsOf, normalised, resultOf, samplePage, sampleWiki } from "../testing/sample.ts";
import { findWiki, updateWiki } from "../wikis/wikis.ts";
import { finishSlice, leaseSlices, readSlice } from "../work/slices.ts";
import { urlEverything } from "./everything.ts";
import { urlFacts } from "./facts.ts";
import { recordResults } from "./results.ts";

let db: Database;
beforeAll(async () => {
  db = await freshDatabase();
});

test("text that PostgreSQL refuses spoils no batch", async () => {
  const nasty = "a\0b\ud800c";
  const own = await freshDatabase();
  const wiki = await sampleWiki(own);
  const day = asDay(10);
  await listPages(own, wiki, [{ pageid: 1, title: nasty, namespace: 0 }], day);
  await recordPageLinks(
    own,
    { wikiId: wiki, pageid: 1, title: nasty, namespace: 0 },
    [linked("https://a.org/")],
    day,
  );
  await updateWiki(own, wiki, { error: nasty, feed: { at: nasty } });
  const [lease] = await leaseSlices(own, {
    worker: "w",
    count: 1,
    leaseSeconds: 60,
    today: day,
    passDays: 7,
  });
  if (lease === undefined) throw new Error("no lease");
  const [due] = (await readSlice(own, lease, day)).urls;
  if (due === undefined) throw new Error("nothing is due");
  const result = resultOf(due, day, 301, { change: newsOf(nasty), notes: [{ key: "moved", value: nasty }] });
  const hosts = [{ id: due.host, day, robots: nasty }];
  expect(await recordResults(own, [lease], [result], hosts)).toMatchObject({ stored: 1 });
  const { changes } = await readChanges(own, { xid: "0", id: 0 }, 9);
  expect(
    changes.map(({ payload }) => ("title" in payload ? payload.title : "url" in payload && payload.url)),
  ).toEqual(["a\ufffdb\ufffdc", "a\ufffdb\ufffdc"]);
  expect((await pageFacts(own, wiki, 1))?.urls[0]?.notes).toEqual([{ key: "moved", value: nasty }]);
});

test("a page's way: touched, read, swept, recorded, published, answered", async () => {
  const day = asDay(3600);
  const wiki = await sampleWiki(db);
  const page = { pageid: 7, title: "Sample", namespace: 0 };
  expect(await listPages(db, wiki, [page, page], day)).toBe(1);
  expect(await pagesNeedingUpdate(db, wiki, 10)).toEqual([{ ...page, linksRead: -1 }]);
  const gone = "https://gone.sample-site.org/a%20b?x=1";
  const fine = "http://fine.sample-site.org:8080/";
  expect(await samplePage(db, wiki, 7, [gone, fine, gone], 3600)).toEqual({ added: 2, removed: 0, kept: 0 });
  expect(await samplePage(db, wiki, 7, [gone, fine], 3600)).toEqual({ added: 0, removed: 0, kept: 2 });
  expect(await pagesNeedingUpdate(db, wiki, 10)).toEqual([]);

  const request = { worker: "w1", count: 4, leaseSeconds: 60, today: day, passDays: 7 };
  const leases = await leaseSlices(db, request);
  expect(leases).toEqual([{ slice: 0, token: expect.any(Number), swept: -1, kind: "pass", began: day }]);
  expect(await leaseSlices(db, { ...request, worker: "w2" })).toEqual([]);
  const [lease] = leases;
  if (lease === undefined) throw new Error("no lease");
  const batch = await readSlice(db, lease, day);
  expect(batch.urls.map(({ url, queried, history }) => [url, queried, history])).toEqual([
    [normalised(gone), null, []],
    [normalised(fine), null, []],
  ]);
  expect([...batch.hosts.values()].map(({ name }) => name)).toEqual([
    "fine.sample-site.org",
    "gone.sample-site.org",
  ]);
  const results = batch.urls.map((due) =>
    due.url === normalised(gone)
      ? resultOf(due, day, 404, { change: newsOf(due.url, { verdict: "doubtful" }) })
      : resultOf(due, day, 200, {
          mime: "pdf",
          kib: 12,
          notes: [{ key: "moved", value: "https://x.example/ä" }],
        }),
  );
  expect(await recordResults(db, leases, results)).toEqual({
    stored: 2,
    stale: [],
    unread: [],
  });
  expect(await recordResults(db, leases, results)).toEqual({ stored: 0, stale: [], unread: [] });
  expect((await readSlice(db, lease, day)).urls).toEqual([]);
  expect(await finishSlice(db, lease)).toBe(true);
  expect(await leaseSlices(db, request)).toEqual([]);

  await addClients(db, ["main"]);
  const [client] = await claimClients(db, {
    worker: "d1",
    target: "main",
    leaseSeconds: 60,
    delaySeconds: 0,
    count: 5,
    work: "profile",
    until: null,
  });
  if (client === undefined) throw new Error("no client");
  expect(client).toMatchObject({
    name: "testwiki@wmflabs",
    needsExport: true,
    position: { xid: "0", id: 0 },
  });
  const { changes, next } = await readChanges(db, client.position, 100);
  expect(changes.map(({ kind, payload }) => [kind, payload])).toEqual([
    [
      "page-links",
      {
        wiki: "testwiki@wmflabs",
        title: "Page 7",
        namespace: 0,
        came: true,
        added: 2,
        removed: 0,
        urls: { came: [], gone: [] },
      },
    ],
    ["url", newsOf(normalised(gone), { verdict: "doubtful" })],
  ]);
  expect((await Array.fromAsync(concernedPages(db, changes, [wiki]))).flat()).toEqual([
    { wiki, pageid: 7, watched: true, changes: 2 },
  ]);
  expect(await storePositions(db, [client], next)).toEqual([client]);
  expect(await endExport(db, client)).toBe(true);
  expect(await releaseClients(db, [{ lease: client, end: "published" }])).toBe(1);
  expect((await readChanges(db, next, 100)).changes).toEqual([]);

  const snapshot = await pageFacts(db, wiki, 7);
  expect(snapshot).toMatchObject({ wiki: "testwiki@wmflabs", pageid: 7, title: "Page 7", asOf: 3600 });
  expect(snapshot?.urls.map(({ url, mime, kib, notes }) => [url, mime, kib, notes])).toEqual([
    [normalised(gone), null, null, []],
    [normalised(fine), "pdf", 12, [{ key: "moved", value: "https://x.example/ä" }]],
  ]);
  const [known] = await urlFacts(db, wiki, [
    normalised("https://unknown.sample-site.org/"),
    normalised(gone),
  ]);
  expect(known?.history).toEqual([
    { status: 18, http: 404, first: 3600, last: 3600, deadEnd: false, checks: 1 },
  ]);
  expect(await urlEverything(db, normalised(gone))).toMatchObject({
    id: 1,
    queried: 3600,
    slice: { no: 0, swept: 3600, holder: null },
    pages: [{ wiki: "testwiki@wmflabs", pageid: 7, title: "Page 7" }],
    pagesMore: false,
  });
  expect(await urlEverything(db, normalised("https://unknown.sample-site.org/"))).toBeNull();
  expect(await findWiki(db, "testwiki")).toBeNull();
  expect(await findWiki(db, "testwiki@wmflabs")).toMatchObject({ id: wiki, paused: false, error: null });

  expect(await readStatus(db, day)).toMatchObject({
    pages: 1,
    urls: 2,
    neverContacted: 0,
    byStatus: { 1: 1, 18: 1 },
    sweptPerDay: [{ day: 3600, slices: 1 }],
    clients: [{ wiki: "testwiki@wmflabs", waiting: 0, needsExport: false }],
  });
});

test("a history that a newer version wrote is never begun again, and holds up no other result", async () => {
  const own = await freshDatabase();
  await own.sql`select weboid_add_url_partition(1)`;
  const urls = ["https://newer.sample-site.org/", "https://damaged.sample-site.org/"];
  await samplePage(own, await sampleWiki(own), 9, urls, 3600);
  await own.sql`alter table url drop constraint url_history_check`;
  const [newer] = await Promise.all(urls.map((url) => dueUrl(own, url)));
  await own.sql`
    update url set history = decode(repeat('ff', case when id = ${newer?.id ?? 0} then 58 else 57 end), 'hex')`;
  const dues = await Promise.all(urls.map((url) => dueUrl(own, url)));
  const results = dues.map((due) => resultOf(due, asDay(3601), 404, { change: newsOf(due.url) }));
  expect(await recordResults(own, null, results)).toEqual({
    stored: 1,
    stale: [],
    unread: [newer?.id],
  });
  const rows = await own.sql`select octet_length(history) as bytes, queried from url order by bytes`;
  expect(rows).toEqual([
    { bytes: 8, queried: 3601 },
    { bytes: 58, queried: 3601 },
  ]);
  expect(await own.sql`select url_id as id from change where kind = 'url'`).toEqual([{ id: dues[1]?.id }]);
});

test("what five entries push out is kept beside them", async () => {
  const own = await freshDatabase();
  await own.sql`select weboid_add_url_partition(1)`;
  const url = "https://five.sample-site.org/";
  await samplePage(own, await sampleWiki(own), 9, [url], 3600);
  for (const [later, http] of [200, 503, 404, 200, 503, 500, 404, 410].entries()) {
    const result = resultOf(await dueUrl(own, url), asDay(3600 + later), http);
    expect(await recordResults(own, null, [result])).toMatchObject({ stored: 1 });
  }
  const { history } = await dueUrl(own, url);
  expect(history.map(({ http }) => http)).toEqual([410, 404, 500, 503, 200]);
  expect(history.at(-1)?.earlier).toMatchObject({
    goodChecks: 1,
    lastGood: 3600,
    open: { first: 3601, checks: 2, goneChecks: 1 },
  });
});
