import { beforeAll, expect, test } from "vitest";
import { addClients } from "../../db/dispatch/clients.ts";
import { requestExport } from "../../db/dispatch/exports.ts";
import { deletePages } from "../../db/pages/delete.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { newsOf, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { watched } from "../../db/testing/watched.ts";
import type { WikiId } from "../../db/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { decodeSnapshot } from "../../shared/snapshot/snapshot.ts";
import { pause, systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import { dice } from "../sample/verdicts/testing/dice.ts";
import type { WriteEvents } from "./changes.ts";
import { dedupingStore } from "./deduping-store.ts";
import { dispatch } from "./run.ts";
import type { SnapshotStore } from "./store.ts";
import { memoryStore } from "./testing/memory-store.ts";

const DAY = 3_600;
const NEWS = JSON.stringify(newsOf("https://a.zz/"));
const PAGES = 12;
/** On a page of each wiki that stays: what changes of it, no wiki may miss. */
const ALWAYS = "always.zz";
const ALWAYS_PAGE = 100;
const NAMES = ["one", "two", "three"];
let db: Database;
let dispatcher: Database;
let wikis: WikiId[];
beforeAll(async () => {
  db = await freshDatabase({ max: 24 });
  dispatcher = await asComponent(db, "dispatch", { max: 24 });
  wikis = await Promise.all(NAMES.map((name) => sampleWiki(db, name)));
  await db.sql`create table published (id bigint generated always as identity, wiki int, change bigint)`;
  await db.sql`grant all on table published to public`;
});

/** Of calls that published changes, while dispatchers died. */
const counts = { changes: 0 };

class Killed extends Error {}

/** A process: once it was killed nothing of it reaches the database or the edge, and its leases are left as they are. */
function process(random: () => number, inner: SnapshotStore) {
  const life = { left: 20 + Math.floor(random() * 120) };
  const step = () => {
    if (life.left-- <= 0) throw new Killed("killed");
  };
  const store: SnapshotStore = {
    async put(pairs, fence, terms) {
      step();
      const kind = random();
      if (terms?.rewrite !== true) counts.changes += 1;
      if (kind < 0.1) return { kind: "failed", message: "the edge is away" };
      if (kind < 0.3) await pause(random() * 30, new AbortController().signal);
      // Some of it, and then an error; or all of it twice.
      if (kind > 0.9) await inner.put(pairs.slice(0, pairs.length / 2), fence, terms);
      if (kind > 0.95) return { kind: "failed", message: "the answer was lost" };
      const result = await inner.put(pairs, fence, terms);
      step();
      return result;
    },
    async remove(keys, fence, terms) {
      step();
      const result = await inner.remove(keys, fence, terms);
      step();
      return result;
    },
    async list(prefix, cursor) {
      step();
      return inner.list(prefix, cursor);
    },
  };
  return { db: watched(dispatcher, step), store };
}

const context = (over: Partial<RoleContext> = {}): RoleContext => ({
  db: dispatcher,
  clock: systemClock,
  log: silentLog,
  signal: new AbortController().signal,
  config: readConfig({}),
  ...over,
});

async function ageOf(value: string): Promise<ReadonlyMap<string, number>> {
  const decoded = await decodeSnapshot(Buffer.from(value, "base64"));
  if (decoded.kind !== "snapshot") throw new Error(decoded.kind);
  const { asOf, urls } = decoded.snapshot;
  return new Map([
    ["links", asOf ?? -1],
    ...urls.map(({ url, archives }) => [url, Number(archives[0]?.url.split("/").at(-1) ?? -1)] as const),
  ]);
}

/** Events as they are committed, with the number of the change. */
const events: WriteEvents = async (tx, concerned) => {
  for (const [wiki, changes] of concerned)
    await tx.sql`insert into published (wiki, change) select ${wiki}, id from unnest(${changes.map(({ change }) => change.position.id)}::bigint[]) as given (id)`;
};

const urlsAt = (round: number, page: number) => [
  `https://shared.zz/${page % 4}`,
  `https://r${round}.zz/${page}`,
];

/** Pages come, change, go and come back; the day of a page's last reading only grows. */
async function edit(random: () => number, round: number): Promise<void> {
  const wiki = wikis[Math.floor(random() * wikis.length)] ?? wikis[0];
  if (wiki === undefined) return;
  const page = 1 + Math.floor(random() * PAGES);
  const kind = random();
  if (kind < 0.15) await deletePages(db, wiki, [page], "deleted", asDay(DAY + round));
  else if (kind < 0.5)
    // A snapshot says of which round it is.
    await db.sql`with news as (
        select u.id from url u join host h on h.id = u.host_id where u.id % 7 = ${round % 7} or h.name = ${ALWAYS}
      ), copies as (
        insert into archive (url_id, type, address, found)
        select id, 'archive.org', ${`https://web.zz/${round}`}, 1 from news
        on conflict (url_id, type) do update set address = excluded.address
      )
      insert into change (day, kind, url_id, payload) select ${DAY + round}, 'url', id, ${NEWS}::text::jsonb from news`;
  // Early ones only, as an export repairs what a lost change left wrong.
  else if (kind < 0.55 && round < 20) await requestExport(db, wiki);
  else await samplePage(db, wiki, page, urlsAt(round, page), DAY + round);
}

test("with dead dispatchers and failures, every change reaches every client, in order, and all ends as a full export would", async () => {
  const random = dice(1).unit;
  await db.sql`truncate url, page, page_link, slice, recheck, change, host, host_trait, archive, dispatch_client, published_value, published`;
  for (const wiki of wikis) await samplePage(db, wiki, ALWAYS_PAGE, [`https://${ALWAYS}/`], DAY);
  const memory = memoryStore();
  /** How new each page's snapshot is: the day of its links, and the rounds in which its URLs changed. */
  const ages = new Map<string, ReadonlyMap<string, number>>();
  const backwards: string[] = [];
  const edge: SnapshotStore = {
    ...memory.store,
    async put(pairs, fence, terms) {
      const result = await memory.store.put(pairs, fence, terms);
      if (result.kind === "stored")
        for (const { key } of pairs.filter(({ key }) => key.startsWith("s1:"))) {
          const age = await ageOf(memory.values.get(key) ?? "");
          const before = ages.get(key) ?? new Map();
          if ([...age].some(([what, round]) => round < (before.get(what) ?? -1))) backwards.push(key);
          ages.set(key, new Map([...before, ...age]));
        }
      return result;
    },
  };
  counts.changes = 0;
  let kills = 0;
  const clean = () =>
    dispatch(context(), { once: true, store: dedupingStore(edge, dispatcher, "main"), events });
  // Else all these lives would go by with the exports of the begin.
  await clean();
  let round = 0;
  /** One writer, whose transactions follow one another. */
  let writing: Promise<void> = Promise.resolve();
  const live = async () => {
    // Some lives more than edits: what is published last has to survive them, too.
    for (let more = 0; round < 60 || more < 2; more += round < 60 ? 0 : 1) {
      for (let edits = 0; edits < 2 && round < 60; edits++) {
        round += 1;
        const now = round;
        writing = writing.then(() => edit(random, now));
      }
      await writing;
      const one = process(random, edge);
      const store = dedupingStore(one.store, one.db, "main");
      const batch = 1 + Math.floor(random() * 20);
      const clients = 1 + Math.floor(random() * 5);
      await dispatch(context({ db: one.db }), { once: true, store, events, batch, clients }).catch(
        (error: unknown) => {
          if (error instanceof Killed) kills += 1;
        },
      );
    }
  };
  let over = false;
  /** Leases of the dead run out, and such of the living that slept. */
  const expiring = async () => {
    while (!over) {
      await pause(100, new AbortController().signal);
      await db.sql`update dispatch_client set lease_until = 'epoch' where random() < 0.2`;
    }
  };
  const lives = Promise.all([live(), live(), live()]).finally(() => {
    over = true;
  });
  await Promise.all([lives, expiring()]);
  expect(kills).toBeGreaterThan(3);
  expect(counts.changes).toBeGreaterThan(20);
  await db.sql`update dispatch_client set lease_until = 'epoch'`;
  await clean();
  expect(backwards).toEqual([]);

  const published = new Map([...memory.values].filter(([key]) => key.startsWith("s1:")));
  const whole = memoryStore();
  await addClients(db, ["fresh"]);
  await dispatch(context({ config: { ...readConfig({}), edgeName: "fresh" } }), {
    once: true,
    store: whole.store,
  });
  const exported = new Map([...whole.values].filter(([key]) => key.startsWith("s1:")));
  expect([...published].sort()).toEqual([...exported].sort());

  // Each once, in their order: what is written in one transaction with the position is never written twice.
  const written = await db.sql<
    { wiki: number; change: number }[]
  >`select wiki, change from published order by id`;
  const seen = written.map(({ wiki, change }) => `${wiki} ${change}`);
  expect(new Set(seen).size).toBe(seen.length);
  for (const wiki of wikis) {
    const own = written.filter((one) => one.wiki === wiki).map(({ change }) => change);
    // There is one writer, so numbers are in the order of transactions.
    expect(own).toEqual(own.toSorted((one, other) => one - other));
  }
  const owed = await db.sql<{ wiki: number; change: number }[]>`
      select c.wiki_id as wiki, c.id as change from change c where c.pageid is not null
      union all
      select w.id, c.id from change c join url u on u.id = c.url_id join host h on h.id = u.host_id, wiki w
      where h.name = ${ALWAYS} order by 1, 2`;
  expect(new Set(owed.map(({ wiki }) => wiki)).size).toBe(wikis.length);
  expect(owed.map(({ wiki, change }) => `${wiki} ${change}`).filter((one) => !seen.includes(one))).toEqual(
    [],
  );
});
