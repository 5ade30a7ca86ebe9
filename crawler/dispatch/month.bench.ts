/**
 * Thirty days of a steady state, by the code that checks' results go through: fold and verdict (digest), recordResults, verdicts
 * that change by themselves, dispatchers; each URL is looked at once a pass and as rechecks want it. Prints writes to the edge
 * per 1,000 checks (design 6: at most 5), who sees a difference after them, and what the changes were about.
 *   bun crawler/dispatch/month.bench.ts [URLs, default 100000] [share of looks that fail by chance, default 0.002] [days of a pass, default 28]
 * The web: MIX below, of behaviours of the verdicts' trial (crawler/sample/verdicts/testing/trial-behaviours.ts). Disk: 300 MB.
 */
import { connect, type Database } from "../../db/connect.ts";
import type { UrlId } from "../../db/types.ts";
import { type CheckResult, recordResults } from "../../db/urls/results.ts";
import { publishVerdictChanges } from "../../db/urls/verdict-changes.ts";
import { addDays, asDay, type Day } from "../../shared/calendar/day.ts";
import { snapshotDifferences } from "../../shared/snapshot/difference.ts";
import { decodeSnapshot, type Snapshot } from "../../shared/snapshot/snapshot.ts";
import { httpOfStatus, type Status } from "../../shared/status/table.ts";
import { judge } from "../../shared/verdict/judge.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import { type Digest, digest, type KnownUrl, type Observed } from "../record/digest.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";
import { dice } from "../sample/verdicts/testing/dice.ts";
import { BEHAVIOURS, type BehaviourName, type Truth } from "../sample/verdicts/testing/trial-behaviours.ts";
import { withTrialDatabase } from "../sweep/testing/trial-database.ts";
import { dispatch } from "./run.ts";
import type { SnapshotStore } from "./store.ts";
import { memoryStore } from "./testing/memory-store.ts";

const urls = Number(process.argv[2] ?? 100_000);
const chanceShare = Number(process.argv[3] ?? 0.002);
const SWEEP_DAYS = Number(process.argv[4] ?? 28);
const WARM_DAYS = 240;
const DAYS = 30;
const FIRST = asDay(3_000);
/** Results between two deliveries of the dispatcher: as many as a crawler stores in some seconds. */
const BATCH = 1_000;
const OWN_URLS_PER_PAGE = 6;
/** A link that works, with redirects and the like. */
const GOOD: ReadonlySet<Status> = new Set([1, 2, 7, 8, 9, 10, 13, 63] as Status[]);
const TIMEOUT = 64 as Status;

/**
 * In a thousand URLs. 32 die within 250 days, 4.7 % a year, as pages of 2013 did until 2023 (38 % of them: Pew Research Center,
 * "When Online Content Disappears", 2024); 8 % are dead before we come; 4.5 % stand behind walls; 2.5 % have an outage within the year.
 */
const MIX: readonly (readonly [BehaviourName | "refused", number])[] = [
  ["dead from the first", 80],
  ["refused", 40],
  ["walled now and then", 5],
  ["outage of 1–7 days", 15],
  ["outage of 8–14 days", 5],
  ["three outages of 2–10 days", 5],
  ["fails 10 %", 3],
  ["fails 50 %", 2],
  ["answers 200, redirects and scheme changes alternately", 2],
  ["dies: 404", 20],
  ["dies: no domain", 6],
  ["dies: silence", 6],
  ["back after 3–6 months", 5],
];

interface World {
  readonly truth: Truth;
  known: KnownUrl;
  queried: Day | null;
  plan: Pick<Digest, "recheck" | "nextVerdictChange">;
}

const random = dice(5);

/** A wall that gives robots one answer, unlike those of the trial. */
function refused(): Truth {
  const status = random.oneOf([17, 17, 36] as [Status, Status, Status]);
  return { answer: () => status, working: () => true, death: null };
}

function drawn(): Truth {
  let place = random.whole(0, 999);
  for (const [name, share] of MIX) {
    if (place < share) return name === "refused" ? refused() : BEHAVIOURS[name](random);
    place -= share;
  }
  return BEHAVIOURS.steady(random);
}

/** One look, with its failures by chance; another look on the next day is another chance. */
function look({ truth }: World, day: number): Observed {
  const answer = truth.answer(day);
  const status = GOOD.has(answer) && random.chance(chanceShare) ? TIMEOUT : answer;
  const good = GOOD.has(status);
  return {
    ...{ status, http: httpOfStatus(status), deadEnd: false, notes: [], kib: null },
    mime: null,
    error: good ? null : "failed",
  };
}

/** Who is shown something else after a write than before it: the first of these. */
const SEEN_BY = ["gadget", "findings", "all links", "nobody"] as const;

/** What an edge makes of a snapshot on that day, as text: of these verdicts alone. */
function shownOf({ urls }: Snapshot, today: Day, verdicts: readonly Verdict[]): string {
  const shown = urls.flatMap(({ url, history, notes }) => {
    const { verdict, rule, since } = judge({ history, notes }, today);
    const [newest] = history;
    return verdicts.includes(verdict) ? [[url, verdict, rule, since, newest?.status, newest?.http]] : [];
  });
  return JSON.stringify(shown.toSorted());
}

async function seenBy(
  before: string | undefined,
  after: string,
  today: Day,
): Promise<(typeof SEEN_BY)[number]> {
  const [one, other] = await Promise.all(
    [before ?? "", after].map((value) => decodeSnapshot(new Uint8Array(Buffer.from(value, "base64")))),
  );
  if (one?.kind !== "snapshot" || other?.kind !== "snapshot") return "gadget";
  const differ = (...verdicts: Verdict[]) =>
    shownOf(one.snapshot, today, verdicts) !== shownOf(other.snapshot, today, verdicts);
  if (differ("unreachable")) return "gadget";
  if (differ("unreachable", "doubtful")) return "findings";
  return snapshotDifferences(one.snapshot, other.snapshot, today).length > 0 ? "all links" : "nobody";
}

const idOf = (at: number) => (at + 1) as UrlId;
const isSwept = (at: number, day: number) => at % SWEEP_DAYS === day % SWEEP_DAYS;
const isDue = (world: World, at: number, day: number) =>
  isSwept(at, day) || (world.plan.recheck !== null && world.plan.recheck <= addDays(FIRST, day));

function check(world: World, id: UrlId, day: number): CheckResult | null {
  const today = addDays(FIRST, day);
  const made = digest(world.known, look(world, day), today);
  if (made === null) return null;
  const { change, verdictChanged, nextVerdictChange, recheck, ...known } = made;
  const url = `https://h${id}.example-site.org/`;
  const seen = world.queried;
  Object.assign(world, { known, queried: today, plan: { recheck, nextVerdictChange } });
  return {
    ...{ id, seen, day: today, clearsReports: false, ...known, recheck, nextVerdictChange },
    change: change && { ...change, url },
    verdictChanged: verdictChanged && { change: verdictChanged.change && { ...verdictChanged.change, url } },
  };
}

async function fill(db: Database, worlds: readonly World[]): Promise<void> {
  const { sql } = db;
  await sql`insert into wiki (farm, dbname, api, server, article_url)
    values (0, 'wiki', 'https://w.zz/w/api.php', 'https://w.zz', 'https://w.zz/wiki/$1')`;
  await sql`insert into host (name) select 'h' || n || '.example-site.org' from generate_series(1, ${urls}::int) n`;
  await sql`insert into url (id, key, host_id, scheme, port, touched, path)
    select i, md5(i::text)::uuid, i, 1, 0, ${FIRST}, '/' from generate_series(1, ${urls}::int) i`;
  await sql`insert into page (wiki_id, pageid, namespace, touched, links_read, needs_update, title)
    select w.id, p, 0, ${FIRST}, ${FIRST}, false, 'Page ' || p
    from generate_series(1, ${Math.ceil(urls / OWN_URLS_PER_PAGE)}::int) p, wiki w`;
  // Own URLs, and one that many pages have.
  await sql`insert into page_link (wiki_id, pageid, urls)
    select wiki_id, pageid, array(select distinct least(u, ${urls}::bigint) from (
      select (pageid - 1) * ${OWN_URLS_PER_PAGE}::int + k from generate_series(1, ${OWN_URLS_PER_PAGE}::int) k
      union select 1 + floor(${urls}::int * power(random(), 4))::bigint + 0 * pageid) as all_urls (u)) from page`;
  const results = worlds.flatMap(({ known, queried, plan }, at): CheckResult[] =>
    queried === null
      ? []
      : [
          {
            ...{ id: idOf(at), seen: null, day: queried, ...known, ...plan },
            ...{ clearsReports: false, change: null, verdictChanged: null },
          },
        ],
  );
  for (let at = 0; at < results.length; at += BATCH)
    await recordResults(db, null, results.slice(at, at + BATCH));
  await sql`vacuum analyze`;
}

function warmedUp(): World[] {
  return Array.from({ length: urls }, (_, at) => {
    const known: KnownUrl = { history: [], notes: [], mime: null, kib: null };
    const world: World = {
      truth: drawn(),
      known,
      queried: null,
      plan: { recheck: null, nextVerdictChange: null },
    };
    for (let day = 0; day < WARM_DAYS; day++) if (isDue(world, at, day)) check(world, idOf(at), day);
    return world;
  });
}

await withTrialDatabase(async (fresh) => {
  const db = await connect(await fresh());
  const { signal } = new AbortController();
  const context = { db, clock: systemClock, log: silentLog, signal, config: readConfig({}) };
  const { store: memory, values } = memoryStore();
  const writesSeenBy = new Map<string, number>();
  let today = FIRST;
  let counting = false;
  const store: SnapshotStore = {
    ...memory,
    async put(pairs, ...terms) {
      for (const { key, value } of counting ? pairs : []) {
        const who = await seenBy(values.get(key), value, today);
        writesSeenBy.set(who, (writesSeenBy.get(who) ?? 0) + 1);
      }
      return memory.put(pairs, ...terms);
    },
  };
  try {
    const worlds = warmedUp();
    await fill(db, worlds);
    await dispatch(context, { once: true, store });
    await db.sql`truncate change, dispatch_hour`;
    counting = true;
    let [checks, rechecks, written] = [0, 0, 0];
    for (let day = WARM_DAYS; day < WARM_DAYS + DAYS; day++) {
      today = addDays(FIRST, day);
      await publishVerdictChanges(db, today);
      const due = worlds.flatMap((world, at) => (isDue(world, at, day) ? [{ world, at }] : []));
      rechecks += due.filter(({ at }) => !isSwept(at, day)).length;
      due.sort(() => random.whole(0, 1) - 0.5);
      for (let from = 0; from < due.length; from += BATCH) {
        const results = due
          .slice(from, from + BATCH)
          .flatMap(({ world, at }) => check(world, idOf(at), day) ?? []);
        checks += (await recordResults(db, null, results)).stored;
        written += (await dispatch(context, { once: true, store })).written;
      }
    }
    const [published] = await db.sql<{ changes: number; concerned: number }[]>`
      select (select count(*)::int from change) as changes, (select sum(concerned)::int from dispatch_hour) as concerned`;
    const about = await db.sql<{ news: string; before: string; after: string; n: number }[]>`
      select array_to_string(array(select jsonb_array_elements_text(payload->'news')), '+') as news,
        payload#>>'{before,verdict}' as before, payload#>>'{after,verdict}' as after, count(*)::int as n
      from change group by 1, 2, 3 order by n desc limit 14`;
    const per = (count: number) => Number(((count * 1_000) / checks).toFixed(2));
    const { changes = 0, concerned = 0 } = published ?? {};
    console.log(
      JSON.stringify({
        ...{ urls, chanceShare, checks, rechecks, changes, concerned, written },
        perThousandChecks: { changes: per(changes), concerned: per(concerned), written: per(written) },
        writesSeenFirstBy: Object.fromEntries(SEEN_BY.map((who) => [who, per(writesSeenBy.get(who) ?? 0)])),
        coalescing: Number((concerned / Math.max(1, written)).toFixed(2)),
      }),
    );
    for (const row of about) console.log(JSON.stringify({ ...row, perThousandChecks: per(row.n) }));
  } finally {
    await db.close();
  }
});
