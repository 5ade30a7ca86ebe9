import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Database } from "../../db/connect.ts";
import { noLog } from "../../db/errors.ts";
import { migrate } from "../../db/migrate.ts";
import { addFriend } from "../../db/people/friends.ts";
import { openReplica, type Replica } from "../../db/replica/replica.ts";
import { applyRoles, roleName } from "../../db/roles/apply.ts";
import type { Component } from "../../db/roles/grants.ts";
import { openReplicaPair, type ReplicaPair } from "../../db/testing/replica.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { WikiId } from "../../db/types.ts";
import { encodeHistory } from "../../db/urls/row.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import { sign } from "../../shared/protocol/sign.ts";
import { readPattern } from "../../shared/url/pattern.ts";
import { dispatch, exportWiki } from "../dispatch/run.ts";
import { memoryStore } from "../dispatch/testing/memory-store.ts";
import { maintain } from "../maintain/run.ts";
import { serveOrigin } from "../origin/run.ts";
import { GONE } from "../origin/testing/people.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";

/** What roles read from a replica by streaming (DATABASE_READ_URL), each under its component's own rights. */
const TOKEN = "origin-token-of-the-tests";
const WIKI = "testwiki@wmflabs";
const LINK = "https://www.a.zz/1";
const FRIEND = createHash("sha256").update("friend").digest("hex");
const MS_MAX = 180_000;
const POLL = { timeout: 60_000, interval: 100 };
const stop = new AbortController();
const opened = new AsyncDisposableStack();
let pair: ReplicaPair;
let owner: Database;
let wiki: WikiId;

beforeAll(async () => {
  pair = await openReplicaPair();
  opened.defer(() => pair.close());
  owner = await connect(pair.primary.url);
  opened.defer(() => owner.close());
  await migrate(owner, noLog);
  await applyRoles(owner);
  wiki = await sampleWiki(owner);
  await samplePage(owner, wiki, 1, [LINK, "https://b.zz/"], 3_600);
  await owner.sql`update url set history = ${encodeHistory(GONE)}, queried = 3590 where path = '/1'`;
  await addFriend(owner, { name: "friend", tokenHash: FRIEND });
}, MS_MAX);
afterAll(async () => {
  stop.abort();
  await opened.disposeAsync();
}, MS_MAX);

async function contextOf(component: Component): Promise<RoleContext & { readonly replica: Replica }> {
  const as = (url: string) => url.replace("postgres@", `${roleName("postgres", component)}@`);
  const db = await connect(as(pair.primary.url));
  opened.defer(() => db.close());
  const replica = await openReplica(as(pair.replica.url), db, { log: noLog, name: "test" });
  opened.defer(() => replica.close());
  const config = readConfig({});
  return { db, replica, clock: systemClock, log: silentLog, signal: stop.signal, config };
}

describe("origin", () => {
  let base = "";
  let replica: Replica;
  beforeAll(async () => {
    const ctx = await contextOf("origin");
    ({ replica } = ctx);
    const { promise: listening, resolve: onListening } = Promise.withResolvers<number>();
    const serving = serveOrigin(ctx, { port: 0, token: TOKEN, onListening });
    base = `http://127.0.0.1:${await Promise.race([listening, serving.then(() => 0)])}`;
    opened.defer(async () => {
      stop.abort();
      await serving;
    });
  }, MS_MAX);

  async function ask(path: string, question: object): Promise<{ status: number; answer: unknown }> {
    const body = new TextEncoder().encode(JSON.stringify(question));
    const headers = await sign(TOKEN, { method: "POST", path, body }, Date.now());
    const response = await fetch(base + path, { method: "POST", headers, body });
    return { status: response.status, answer: response.status === 202 ? null : await response.json() };
  }

  const feed = { wiki: WIKI, since: null, limit: 9, kinds: null, namespaces: null, pageids: null };
  const search = { farm: false, namespaces: [], cursor: null, askers: [] };
  const pattern = readPattern("*.a.zz/", { allowPrivate: false });
  test.each([
    [ORIGIN.urls, { wiki: WIKI, urls: [LINK] }],
    [ORIGIN.titles, { wiki: WIKI, titles: ["A"] }],
    [ORIGIN.wikisAt, { authority: "testwiki.example.org" }],
    [ORIGIN.pages, { wiki: WIKI, friend: FRIEND, list: { namespace: 0, after: 0 } }],
    [ORIGIN.list, { wiki: WIKI, list: "broken", domain: null, path: "", cursor: null }],
    [ORIGIN.list, { wiki: WIKI, list: "spam", domain: null, path: "", cursor: null }],
    [ORIGIN.domains, { wiki: WIKI, cursor: null }],
    [ORIGIN.paths, { wiki: WIKI, domain: "a.zz", path: "", cursor: null }],
    [ORIGIN.domain, { wiki: WIKI, domain: "a.zz" }],
    [ORIGIN.organisation, { wiki: WIKI, domain: "a.zz" }],
    [ORIGIN.relaunches, { wiki: WIKI, cursor: null }],
    [ORIGIN.overview, { wiki: WIKI }],
    [ORIGIN.feed, feed],
    [ORIGIN.event, { wiki: WIKI, event: { id: 1, second: 1 }, after: 0, limit: 9 }],
    [ORIGIN.search, { ...search, question: { kind: "url", url: LINK, host: "www.a.zz" }, wiki: WIKI }],
    [ORIGIN.search, { ...search, question: pattern, wiki: WIKI }],
    [ORIGIN.search, { ...search, question: pattern, wiki: null }],
    [ORIGIN.log, { wiki: null, before: null }],
  ])("$path $#", async ({ path }, question) => {
    const before = replica.figures().replicaReads;
    // On a loaded machine the primary may be quicker.
    const byReplica = async () => {
      expect(await ask(path, question)).toMatchObject({ status: 200 });
      return replica.figures().replicaReads;
    };
    await expect.poll(byReplica, POLL).toBeGreaterThan(before);
  });

  test("a report is seen at once by the reader who made it, whoever answers", async () => {
    const facts = async () => (await ask(ORIGIN.urls.path, { wiki: WIKI, urls: [LINK] })).answer;
    for (let no = 1; no <= 5; no++) {
      await owner.sql`truncate people_tally`;
      const act = { act: "report", wiki: WIKI, url: LINK, domain: false, replacement: null };
      const ranges = [{ policy: "address", key: `192.0.2.${no}` }];
      expect(await ask(ORIGIN.people.path, { ...act, ranges })).toMatchObject({
        answer: { outcome: "reported" },
      });
      expect(await facts()).toMatchObject({ urls: [{ reports: no }] });
    }
    expect(replica.figures().replicaReads).toBeGreaterThan(0);
  });
});

test("a full export: its snapshots are of the replica, and none is older than what was published before", async () => {
  const ctx = await contextOf("dispatch");
  const { store, urlsOf } = memoryStore();
  await dispatch(ctx, { once: true, store });
  expect(await urlsOf(`s1:${WIKI}:1`)).toEqual(["https://b.zz/", LINK]);
  const read = ctx.replica.figures().replicaReads;
  await pair.replica.run("select pg_wal_replay_pause()");
  await samplePage(owner, wiki, 1, [LINK, "https://c.zz/"], 3_601);
  await dispatch(ctx, { once: true, store });
  await exportWiki(ctx, WIKI, store);
  expect(await urlsOf(`s1:${WIKI}:1`)).toEqual(["https://c.zz/", LINK]);
  expect(ctx.replica.figures().replicaReads).toBe(read);
  await pair.replica.run("select pg_wal_replay_resume()");
  const again = async () => {
    await exportWiki(ctx, WIKI, store);
    return ctx.replica.figures().replicaReads;
  };
  await expect.poll(again, POLL).toBeGreaterThan(read);
  expect(await urlsOf(`s1:${WIKI}:1`)).toEqual(["https://c.zz/", LINK]);
});

test("the counts of a wiki are those of the primary, read from the replica", async () => {
  const ctx = await contextOf("maintain");
  await maintain(ctx, { once: true });
  const [counted] = await owner.sql`select unknown, unreachable from survey_day`;
  expect(counted).toEqual({ unknown: 1, unreachable: 1 });
  expect(ctx.replica.figures().replicaReads).toBeGreaterThan(0);
});
