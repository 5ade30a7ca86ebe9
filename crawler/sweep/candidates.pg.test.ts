import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "../../db/connect.ts";
import { proposals } from "../../db/people/proposals.ts";
import { storeSpamList } from "../../db/spam/lists.ts";
import { advanceScan, type ScanTest } from "../../db/spam/scans.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { findWiki, type Wiki } from "../../db/wikis/wikis.ts";
import { addDays, asDay } from "../../shared/calendar/day.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Exchange, Outcome } from "../classify/outcome.ts";
import { HostScheduler } from "../politeness/host-scheduler.ts";
import { HostStates } from "../politeness/host-state.ts";
import { LIST_PACE } from "../politeness/rate-limiter.ts";
import { readConfig } from "../runtime/config.ts";
import type { RoleContext } from "../runtime/context.ts";
import { createLog } from "../runtime/log.ts";
import { checkCandidates } from "./candidates.ts";
import type { SweepChecker } from "./sweep-check.ts";

const TODAY = asDay(3_600);
const NEW = "https://new.yy/";
let db: Database;
let crawler: Database;
let wiki: Wiki;
let asked: string[] = [];
/** Addresses that are gone. */
const dead = new Set<string>();

/** A web in which each address leads where it says. */
function webOf(leads: Readonly<Record<string, readonly string[]>>): SweepChecker {
  const hop = (url: string, http: number, location: string | null): Exchange => ({
    url: url as NormalisedUrl,
    method: "HEAD",
    http,
    mime: "text/html",
    contentLength: 1_000,
    bodyBytes: 0,
    bodyComplete: false,
    firstBytes: new Uint8Array(),
    location,
    server: null,
    retryAfter: null,
    wall: null,
    address: "192.0.2.1",
    ms: 1,
  });
  return {
    check: async ({ url }): Promise<Outcome> => {
      asked.push(url);
      const [first = url, ...rest] = [url, ...(leads[url] ?? [])];
      const last = rest.at(-1) ?? first;
      const hops = [first, ...rest].map((at, no, all) =>
        no === all.length - 1
          ? hop(last, dead.has(last) ? 404 : 200, null)
          : hop(at, 302, all[no + 1] ?? null),
      );
      const [head = hop(url, 200, null), ...tail] = hops;
      return {
        kind: "answer",
        chain: [head, ...tail],
        end: "final",
        neededGet: false,
        tls: null,
        tlsFallback: null,
        ms: 1,
      };
    },
  };
}

type Leads = Readonly<Record<string, readonly string[]>>;
const run = (leads: Leads = {}, after = 0, end = new AbortController()) => {
  const ctx: RoleContext = {
    db: crawler,
    clock: { now: () => Date.now(), today: () => addDays(TODAY, after) },
    log: createLog("test", "error"),
    signal: end.signal,
    config: readConfig({ WEBOID_ARCHIVES: "old=archive.yy" }),
  };
  const states = new HostStates({ pace: LIST_PACE, signs: "all", clock: ctx.clock });
  const scheduler = new HostScheduler({ states, concurrency: 9, waitMsMax: 1_000 });
  end.signal.addEventListener("abort", () => void scheduler.stop(0));
  return checkCandidates(ctx, webOf(leads), scheduler, true);
};
/** Looks now, whatever was planned. */
const look = async (leads: Leads, after: number) => {
  await db.sql`update replacement set due = now()`;
  await run(leads, after);
};
/** The two good looks after which it is shown. */
const proved = async (leads: Leads = {}) => {
  await look(leads, 0);
  await look(leads, 3);
};
const propose = (url: string) => db.sql`
  insert into replacement (url_id, url, proposed) select id, ${url}, 3600 from url where path = '/gone'`;
async function block(line: string, of: Wiki | null = null): Promise<void> {
  await storeSpamList(
    db,
    { farm: wiki.farm, wiki: of?.id ?? null, kind: "blacklist" },
    { content: line, version: line, removed: [], pageids: [], scan: [{ kind: "line", text: line }] },
  );
  const session = db.session();
  const test: ScanTest = async (_, urls) => urls.map((url) => new RegExp(line).test(url));
  while ((await advanceScan(db, session, test)) !== null);
  await session.close();
}
const unjudged = async () =>
  (await db.sql<{ url: string }[]>`select url from replacement where judge`).map(({ url }) => url);
const state = async () => {
  const shown = await db.sql<{ url: string }[]>`select url from replacement where checked >= 0`;
  const news = await db.sql<{ replacement: string | null }[]>`
    select payload ->> 'replacement' as replacement from change where payload -> 'replacement' is not null order by id`;
  await db.sql`delete from change`;
  return { shown: shown.map(({ url }) => url), published: news.map(({ replacement }) => replacement) };
};

beforeAll(async () => {
  db = await freshDatabase();
  crawler = await asComponent(db, "crawl");
  const id = await sampleWiki(db, "onewiki");
  await sampleWiki(db, "otherwiki");
  await samplePage(db, id, 1, ["https://b.zz/gone"], 3_590);
  const found = await findWiki(db, "onewiki@wmflabs");
  if (found === null) throw new Error("no wiki");
  wiki = found;
});

beforeEach(async () => {
  asked = [];
  dead.clear();
  await db.sql`truncate replacement, archive, change, spam_list cascade`;
});

test("a replacement whose host comes upon a list is dropped without another look, and published so", async () => {
  await propose(NEW);
  await proved();
  expect(await state()).toEqual({ shown: [NEW], published: [NEW] });
  await block("\\bother\\.yy\\b");
  // What the list's news do not concern is not asked about.
  expect(await unjudged()).toEqual([]);
  await run();
  expect(await state()).toEqual({ shown: [NEW], published: [] });
  await block("\\bnew\\.yy\\b");
  expect(await unjudged()).toEqual([NEW]);
  await run();
  expect(await state()).toEqual({ shown: [], published: [null] });
  expect(asked).toEqual([NEW, NEW]);
});

test("what a restart cuts off is for another worker soon, and not put off as a host that is busy", async () => {
  await propose(NEW);
  await db.sql`update replacement set due = now()`;
  const end = new AbortController();
  const looking = run({}, 0, end);
  end.abort();
  await looking;
  const [{ seconds }] = await db.sql<
    [{ seconds: number }]
  >`select extract(epoch from due - now())::float8 as seconds from replacement`;
  expect(asked).toEqual([]);
  expect([seconds > 0, seconds < 60]).toEqual([true, true]);
});

test("so is one that led there", async () => {
  await propose(NEW);
  await proved({ [NEW]: ["https://landing.yy/"] });
  expect((await state()).shown).toEqual([NEW]);
  await block("\\blanding\\.yy\\b", wiki);
  await run();
  expect(await state()).toEqual({ shown: [], published: [null] });
});

test("a list of a wiki that does not use the link says nothing", async () => {
  const other = await findWiki(db, "otherwiki@wmflabs");
  await propose(NEW);
  await block("\\bnew\\.yy\\b", other);
  await proved();
  expect((await state()).shown).toEqual([NEW]);
});

test.each<[string, readonly string[]]>([
  ["to spam", ["https://spam.yy/"]],
  ["by way of spam", ["https://spam.yy/go", "https://fine.yy/"]],
  ["into the own farm", ["https://wiki.beta.wmflabs.org/wiki/X"]],
])("one that leads %s is never shown", async (_, hops) => {
  await block("\\bspam\\.yy\\b");
  await propose(NEW);
  await run({ [NEW]: hops });
  expect(await db.sql`select 1 from replacement`).toEqual([]);
  expect(await state()).toEqual({ shown: [], published: [] });
});

test("one that was shown and leads to spam since is dropped at the next look", async () => {
  await block("\\bspam\\.yy\\b");
  await propose(NEW);
  await proved();
  await look({ [NEW]: ["https://spam.yy/"] }, 28);
  expect(await state()).toEqual({ shown: [], published: [NEW, null] });
});

test("a version in an archive that leads out of it is none", async () => {
  const [stays, leaves] = ["https://archive.yy/1", "https://archive.yy/2"];
  await propose(leaves);
  await proved({ [leaves]: ["https://elsewhere.yy/"] });
  expect(await db.sql`select address from archive`).toEqual([]);
  await db.sql`delete from replacement`;
  await propose(stays);
  await proved({ [stays]: ["https://www.archive.yy/1"] });
  expect(await db.sql`select address from archive`).toEqual([{ address: stays }]);
});

test.each([
  ["https://archive.ph/20190101000000/https://b.zz/gone", 1],
  ["https://archive.ph/2019.01.01-000000/https://b.zz/gone", 1],
  ["https://archive.ph/AbCd1", 0],
])(
  "of an archive that is closed to machines, the address is believed that says enough: %s",
  async (version, count) => {
    dead.add(version);
    await propose(version);
    await proved();
    const versions =
      await db.sql`select 1 from archive where type = 'archive.today' and address = ${version}`;
    expect([versions.length, asked.length > 0]).toEqual([count, count === 0]);
  },
);

test("its address on a spam list is refused all the same", async () => {
  await block("archive\\.ph");
  await propose("https://archive.ph/20190101000000/https://b.zz/gone");
  await proved();
  expect([await db.sql`select from archive`, await db.sql`select from replacement`]).toEqual([[], []]);
});

test("a run that ends waits for what a worker that died had in hand", async () => {
  await propose(NEW);
  const [taken] = await proposals.take(crawler, { limit: 1, leaseSeconds: 1 });
  if (taken === undefined) throw new Error("nothing was due");
  await run();
  expect(asked).toEqual([NEW]);
});

describe("a page that is good for the crawler's first look and another one later (H5)", () => {
  const LATER = {
    "is gone": () => {
      dead.add(NEW);
      return {};
    },
    "leads to another site": () => ({ [NEW]: ["https://shop.zz/"] }),
    "leads to spam": () => ({ [NEW]: ["https://spam.yy/"] }),
  };
  beforeEach(() => block("\\bspam\\.yy\\b"));

  test.each(Object.entries(LATER))("and %s, is never shown", async (_, turn) => {
    await propose(NEW);
    await look({}, 0);
    const leads = turn();
    for (const after of [3, 3, 3]) await look(leads, after);
    expect(await db.sql`select 1 from replacement`).toEqual([]);
    expect(await state()).toEqual({ shown: [], published: [] });
  });

  test.each(Object.entries(LATER))("and %s after it was shown, disappears", async (_, turn) => {
    await propose(NEW);
    await proved();
    const leads = turn();
    for (const after of [28, 28, 28]) await look(leads, after);
    expect(await state()).toEqual({ shown: [], published: [NEW, null] });
  });
});

test("what is looked at is kept from others, until it is settled or replaced", async () => {
  await propose(NEW);
  const [taken] = await proposals.take(crawler, { limit: 1, leaseSeconds: 0 });
  if (taken === undefined) throw new Error("nothing was due");
  await proposals.renew(crawler, [taken], 60);
  expect(await proposals.take(crawler, { limit: 1, leaseSeconds: 0 })).toEqual([]);
  expect(await proposals.next(crawler, 59)).toBeNull();
  expect(await proposals.next(crawler, 61)).toBeGreaterThan(0);
  await db.sql`update replacement set url = 'https://newer.yy/', due = now()`;
  await proposals.renew(crawler, [taken], 60);
  expect(await proposals.take(crawler, { limit: 1, leaseSeconds: 3_600 })).toMatchObject([
    { url: "https://newer.yy/" },
  ]);
  await proposals.renew(crawler, [{ ...taken, url: "https://newer.yy/" as NormalisedUrl }], 60);
  expect(await proposals.next(crawler, 1_000)).toBeNull();
});
