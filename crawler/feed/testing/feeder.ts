import { beforeAll, beforeEach, expect } from "vitest";
import { nextChanged } from "../../../db/pages/changed.ts";
import { asComponent, freshDatabase } from "../../../db/testing/fresh.ts";
import type { Criterion, WikiId } from "../../../db/types.ts";
import { findWiki, type Wiki } from "../../../db/wikis/wikis.ts";
import {
  createHttpClient,
  type HttpAnswer,
  type HttpClient,
  type HttpRequest,
} from "../../net/egress/http-client.ts";
import { LOOPBACK } from "../../net/testing/loopback-guard.ts";
import { steppedClock } from "../../runtime/clock.ts";
import { readConfig } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { silentLog } from "../../runtime/log.ts";
import { registerWiki } from "../registration/register.ts";
import { type FeedSummary, feedWikis } from "../run.ts";
import { type FakePage, type FakeWiki, startFakeWiki } from "./fake-wiki.ts";

export const START = Date.UTC(2026, 10, 20);
export const clock = steppedClock(START);
export const http = createHttpClient({ userAgent: "Weboid-test", guard: LOOPBACK });
const fakes: FakeWiki[] = [];
let count = 0;
let given: { readonly owner: RoleContext; readonly feeder: RoleContext } | null = null;

/** As the owner of the test file's database, who sets up and looks; after `setUp`. */
export function context(): RoleContext {
  if (given === null) throw new Error("setUp was not called");
  return given.owner;
}

/** As the feeder, under its own role. */
export function feeder(): RoleContext {
  if (given === null) throw new Error("setUp was not called");
  return given.feeder;
}

/** Call it at the top of a test file: a database, and a clock that stands at START before every test. */
export function setUp(): void {
  beforeAll(async () => {
    const db = await freshDatabase({ max: 6 });
    const signal = new AbortController().signal;
    const owner = { db, clock, log: silentLog, signal, config: readConfig({}, "/") };
    given = { owner, feeder: { ...owner, db: await asComponent(db, "feed", { max: 6 }) } };
  });
  beforeEach(() => {
    clock.set(START);
    return async () => {
      // A feeder of all wikis shall see those of its own test only.
      await context().db.sql`update wiki set paused = true`;
      for (const fake of fakes.splice(0)) await fake.close();
    };
  });
  // `http` stays open: other files of this process use it too.
}

export const pages = (many: number, more: Partial<FakePage> = {}): FakePage[] =>
  Array.from({ length: many }, (_, at) => ({
    pageid: at + 1,
    title: `T${at + 1}`,
    links: [`https://h${at % 20}.zz/`],
    ...more,
  }));

export const include = (kind: Criterion["kind"], value: string, depth = 0): Criterion => ({
  effect: "include",
  kind,
  value,
  ...(depth > 0 && { depth }),
});
export const exclude = (...args: Parameters<typeof include>): Criterion => ({
  ...include(...args),
  effect: "exclude",
});

/** `http`, but for the requests that `answer` answers; it may also do something in between. */
export const through = (
  answer: (request: HttpRequest) => HttpAnswer | Promise<HttpAnswer | undefined> | undefined,
): HttpClient => ({ ...http, send: async (request) => (await answer(request)) ?? http.send(request) });

export interface FedWiki {
  readonly fake: FakeWiki;
  readonly name: string;
  readonly id: WikiId;
}

interface FedWikiOptions {
  readonly criteria?: Criterion[] | null;
  readonly twinOf?: FakeWiki;
  readonly stated?: number;
}

/** A registered wiki with these pages, or `stated` of them by its own count; `twinOf` makes it another one of the same server. */
export async function wikiOf(
  fakePages: FakePage[],
  { criteria = null, twinOf, stated }: FedWikiOptions = {},
): Promise<FedWiki> {
  const fake = twinOf ?? (await startFakeWiki(fakePages, { stated: stated ?? null }));
  if (twinOf === undefined) fakes.push(fake);
  count += 1;
  const dbname = `wiki${count}`;
  const registration = { dbname, farm: "friends", api: fake.api, given: true, criteria };
  const registered = await registerWiki(context(), http, registration);
  if (!registered.ok) throw new Error(registered.error.message);
  fake.asked.length = 0;
  return { fake, name: `${dbname}@friends`, id: registered.value.wiki.id };
}

/** How often feeders of tests look for something to do. */
export const IDLE_MS = 100;

/** Nobody waits in tests. */
const wait = async (_: number, signal: AbortSignal): Promise<boolean> => !signal.aborted;

export const once = (name: string, client: HttpClient = http): Promise<FeedSummary> =>
  feedWikis(feeder(), { wikis: [name], once: true, http: client, wait });

/** Runs the feeder until `seen` holds, then stops it; answers its summary. */
export async function forever(
  wikis: string[],
  seen: () => Promise<boolean>,
  { client = http, sliceMs = 30_000 }: { client?: HttpClient; sliceMs?: number } = {},
): Promise<FeedSummary> {
  const stop = new AbortController();
  const ctx = { ...feeder(), signal: stop.signal };
  const feeding = feedWikis(ctx, { wikis, once: false, http: client, sliceMs, idleMs: IDLE_MS, wait });
  await expect.poll(seen).toBe(true);
  stop.abort();
  return feeding;
}

export async function pageids(wiki: WikiId, { read = false } = {}): Promise<number[]> {
  const rows = await context().db.sql<{ pageid: number }[]>`
    select pageid from page where wiki_id = ${wiki} and (links_read >= 0 or not ${read}) order by pageid`;
  return rows.map(({ pageid }) => pageid);
}

/** How many pages that somebody requested wait for a feeder. */
export async function waiting(wiki: WikiId): Promise<number> {
  const [row] = await context().db.sql<{ open: number }[]>`
    select count(*)::int as open from touch_queue where wiki_id = ${wiki} and (not taken or lease_token > 0)`;
  return row?.open ?? -1;
}

/** How many pages of which the wiki reported something new wait for a feeder. */
export async function newsWaiting(wiki: WikiId): Promise<number> {
  return (await nextChanged(context().db, wiki, 1_000_000)).length;
}

export async function rowOf(name: string): Promise<Wiki> {
  const row = await findWiki(context().db, name);
  if (row === null) throw new Error("the wiki is gone");
  return row;
}
