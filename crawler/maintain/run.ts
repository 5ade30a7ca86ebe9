import { expireBulk } from "../../db/bulk/expire.ts";
import { pruneChanges } from "../../db/changes/prune.ts";
import { expireValues } from "../../db/dispatch/published.ts";
import { expireEvents } from "../../db/events/write.ts";
import { publishHostChanges } from "../../db/hosts/changes.ts";
import { expireNotes, expireSites, expireTraits } from "../../db/hosts/expire.ts";
import { expireUrlNotes } from "../../db/hosts/operator-notes.ts";
import { learnMoves } from "../../db/moves/learn.ts";
import { expireMoves } from "../../db/moves/targets.ts";
import { expireAnswers } from "../../db/organisations/registries.ts";
import { expireSharers } from "../../db/organisations/sharers.ts";
import { expireTouches } from "../../db/pages/touches.ts";
import { expireAsked } from "../../db/people/asked-checks.ts";
import { expirePeople } from "../../db/people/contributions.ts";
import { forgetPeople } from "../../db/people/forget.ts";
import { expireReports } from "../../db/people/reports.ts";
import { weighAgain } from "../../db/people/weigh-again.ts";
import { urlCounts } from "../../db/status/counts.ts";
import { tallyQueues } from "../../db/status/queue-hours.ts";
import { expireUrls } from "../../db/urls/expire.ts";
import { addPartition } from "../../db/urls/partitions.ts";
import { publishVerdictChanges } from "../../db/urls/verdict-changes.ts";
import { expireTallies } from "../../db/work/passes.ts";
import { ensureSlices } from "../../db/work/slices.ts";
import { expireWorkers } from "../../db/work/workers.ts";
import { addDays } from "../../shared/calendar/day.ts";
import { FEED_RETENTION_DAYS } from "../../shared/protocol/feed.ts";
import { HOST_NOTE_DAYS } from "../../shared/status/note.ts";
import { type TraitName, traitRule } from "../../shared/status/trait-rules.ts";
import { pause } from "../runtime/clock.ts";
import { KEEP_CHANGES, type KeepChanges } from "../runtime/config.ts";
import { allEnded, type RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown, withBackoff } from "../runtime/database-retry.ts";
import { startHeartbeat } from "../runtime/heartbeat.ts";
import { counted } from "../runtime/words.ts";
import { findRelaunches } from "./relaunches.ts";
import { surveyWikis } from "./survey.ts";

/** Days for which things are kept without being seen again, with the requirement. */
const KEEP_DAYS = {
  /** M4: URLs that no pass over the pages touched. */
  urls: 100,
  /** What hosts answer to addresses that cannot exist: probed again after 90 days where a URL of theirs is left (C7). */
  sites: 183,
  notes: HOST_NOTE_DAYS,
  /** Of a new address neither the redirect to it nor itself was seen. */
  moves: 183,
  /** H1: six months. */
  reports: 183,
  /** Who acted, counted by the day (H2); replacements that no crawler checked (H4), and those that were removed. */
  acted: 1,
  proposed: 14,
  removed: 30,
  /** Requested pages that are done. */
  touches: 7,
  /** Who shared a server with others, and registries that nobody asked since. */
  sharers: 400,
  registries: 30,
} as const;
/** Days for which a trait is kept (M9). */
const keptDays = (trait: TraitName) => traitRule(trait).kept.days;
const KEEP_WORKERS_SECONDS = 86_400;
/** Checks that people asked for. */
const KEEP_ASKED_SECONDS = 86_400;
/** Dispatchers that write the same again do so within minutes, or after a restart. */
const KEEP_VALUES_SECONDS = 7 * 86_400;
/** Hours of counts that are kept: for rates of a day, and for the length of a pass and a week (F7). */
const KEEP_TALLIES = { feedHours: 48, sweepHours: 35 * 24 };
const PERIOD_MS = 6 * 3_600_000;
/** No URL goes before: one that ends soon, again and again, would delete a hundredth of all at each start. */
const FIRST_URLS_MS = 3_600_000;
/** How often verdicts that a new day changed are published. */
const OFTEN_MS = 10 * 60_000;

/** How long an interrupted start from a dump can be continued. */
const KEEP_DUMPS_SECONDS = 7 * 86_400;

/** What expires every six hours. */
type SeldomKind =
  | "urls"
  | "traits"
  | "sites"
  | "notes"
  | "moves"
  | "reports"
  | "people"
  | "asked"
  | "touches"
  | "events"
  | "tallies"
  | "workers"
  | "dumps"
  | "values"
  | "registryAnswers"
  | "sharers";
type Seldom = Readonly<Record<SeldomKind, number>>;
type SeldomButUrls = Omit<Seldom, "urls">;

interface Often {
  /** Verdicts that changed with the day. */
  readonly turned: number;
  readonly changes: number;
}

/** How many of each kind expired (M11). */
export type Expired = Seldom & Often;

export interface MaintainOptions {
  readonly once: boolean;
  /** Default: KEEP_CHANGES. */
  readonly keepChanges?: KeepChanges;
  /** As many URLs may go as are due. */
  readonly force?: boolean;
  /** After so long the first URLs may go. Default: FIRST_URLS_MS. */
  readonly firstUrlsMs?: number;
}

/** What a maintainer may do, what it left, and what went: in its last run, and since it started. */
interface Duty {
  readonly force: boolean;
  urlsHeld: boolean;
  readonly expired: { [kind: string]: { readonly last: number; readonly rows: number } };
}

/**
 * Deletes what expires (M11): now with `once`, else now and every six hours (URLs first an hour later), changes every ten minutes. Counts the links of
 * the wikis by verdict (Q5), and looks for relaunches of sites (O5).
 */
export async function maintain(given: RoleContext, options: MaintainOptions): Promise<Expired> {
  const failing = new AbortController();
  const signal = AbortSignal.any([given.signal, failing.signal]);
  const ctx = withBackoff({ ...given, signal }, options.once);
  const duty: Duty = { force: options.force === true, urlsHeld: false, expired: {} };
  if (options.once) {
    const seldom = { urls: await expireSomeUrls(ctx, duty), ...(await expire(ctx)) };
    await publishHosts(ctx);
    await nameMoved(ctx);
    const expired = { ...seldom, ...(await expireOften(ctx, options)) };
    say(ctx, duty, expired, "nothing has expired");
    await surveyWikis(ctx, options);
    await findRelaunches(ctx, options);
    return expired;
  }
  const figures = () => ({ urlsHeld: duty.urlsHeld, expired: duty.expired, ...ctx.replica?.figures() });
  const life = startHeartbeat(ctx, "maintain", figures, { runsOn: true });
  let failed = true;
  try {
    // Side by side: what a new day changes waits for no hours of deletions, nor of news of a host with millions of URLs.
    const [expired, urls, often] = await allEnded(
      [
        again(ctx, PERIOD_MS, async () => say(ctx, duty, await expire(ctx), "nothing has expired")),
        forgetUrls(ctx, duty, options),
        again(ctx, OFTEN_MS, async () => say(ctx, duty, await expireOften(ctx, options), null)),
        again(ctx, OFTEN_MS, () => publishHosts(ctx)),
        again(ctx, OFTEN_MS, () => nameMoved(ctx)),
        surveyWikis(ctx, options),
        findRelaunches(ctx, options),
      ],
      failing,
    );
    failed = false;
    return { ...expired, ...urls, ...often };
  } finally {
    await life.stop(failed);
  }
}

/** Logs and counts what expired. `none`: what is said of nothing; null: nothing. */
function say<Counts extends Partial<Expired>>(
  { log }: RoleContext,
  duty: Duty,
  expired: Counts,
  none: string | null,
): Counts {
  for (const [kind, last] of Object.entries(expired))
    duty.expired[kind] = { last, rows: (duty.expired[kind]?.rows ?? 0) + last };
  const some = Object.entries(expired).filter(([, count]) => count > 0);
  if (some.length > 0) log.info(`expired: ${some.map(([kind, count]) => `${count} ${kind}`).join(", ")}`);
  else if (none !== null) log.info(none);
  return expired;
}

/** Works now, and again and again until the signal. Answers what came of it at last. */
async function again<T>({ signal }: RoleContext, everyMs: number, work: () => Promise<T>): Promise<T> {
  for (;;) {
    const done = await work();
    if (!(await pause(everyMs, signal))) return done;
  }
}

async function forgetUrls(
  ctx: RoleContext,
  duty: Duty,
  { firstUrlsMs = FIRST_URLS_MS }: MaintainOptions,
): Promise<Pick<Seldom, "urls">> {
  if (!(await pause(firstUrlsMs, ctx.signal))) return { urls: 0 };
  return again(ctx, PERIOD_MS, async () => say(ctx, duty, { urls: await expireSomeUrls(ctx, duty) }, null));
}

async function publishHosts(ctx: RoleContext): Promise<void> {
  const { db, clock, signal } = ctx;
  if (!signal.aborted) await retryWhileDatabaseDown(ctx, () => publishHostChanges(db, clock.today(), signal));
}

async function nameMoved(ctx: RoleContext): Promise<void> {
  const { db, clock, signal, log } = ctx;
  if (signal.aborted) return;
  const named = await retryWhileDatabaseDown(ctx, () => learnMoves(db, clock.today(), signal));
  if (named > 0)
    log.info(`${named} failing URLs of sites that moved wait for a check of their new addresses`);
}

async function expireOften(
  ctx: RoleContext,
  { keepChanges = KEEP_CHANGES }: MaintainOptions,
): Promise<Often> {
  const { db, clock, signal, log } = ctx;
  const turned = signal.aborted
    ? 0
    : await retryWhileDatabaseDown(ctx, () => publishVerdictChanges(db, clock.today(), signal));
  if (!signal.aborted) await retryWhileDatabaseDown(ctx, () => tallyQueues(db));
  const { days, daysMax, rowsMax } = keepChanges;
  const kept = { seconds: days * 86_400, secondsMax: daysMax * 86_400, rowsMax };
  const pruned = signal.aborted
    ? null
    : await retryWhileDatabaseDown(ctx, () => pruneChanges(db, kept, signal));
  for (const name of pruned?.left ?? [])
    log.warn(
      `${name} stood still until changes not yet published there were deleted; everything is published there again`,
      "client-rebuilt",
    );
  return { turned, changes: pruned?.changes ?? 0 };
}

/** A hundredth of all URLs, and at least one, however often the database goes away: what is wrong with clocks or feeders is seen before it cost more. */
async function expireSomeUrls(ctx: RoleContext, duty: Duty): Promise<number> {
  const { db, clock, signal, log } = ctx;
  if (signal.aborted) return 0;
  const today = clock.today();
  const before = addDays(today, -KEEP_DAYS.urls);
  const most = duty.force
    ? Number.MAX_SAFE_INTEGER
    : Math.ceil((await retryWhileDatabaseDown(ctx, () => urlCounts(db))).urls / 100);
  const expiry = { before, today, most, everywhere: duty.force, tally: { deleted: 0 } };
  const { deleted, held } = await retryWhileDatabaseDown(ctx, () => expireUrls(db, expiry, signal));
  duty.urlsHeld = held;
  if (held)
    log.warn(
      `${deleted} URLs that no page was seen with lately were deleted, a hundredth of all; more wait for the next run: if that is right, weboid maintain --once --force`,
      "deletion-stopped",
    );
  return deleted;
}

/** Expires kind after kind but URLs, none begun after the signal. What a lost connection undid or hid is not counted. */
async function expire(ctx: RoleContext): Promise<SeldomButUrls> {
  const { db, clock, signal, log } = ctx;
  const today = clock.today();
  const before = (days: number) => addDays(today, -days);
  const step = (work: () => Promise<number>) => (signal.aborted ? 0 : retryWhileDatabaseDown(ctx, work));
  // Here, so that no feeder has to add one during its work.
  await step(async () => Number(await addPartition(db)));
  const missing = await step(() => ensureSlices(db));
  if (missing > 0)
    log.warn(
      `missing, and would not have been swept: ${counted(missing, "slice")} of the URL table`,
      "slices-missing",
    );
  const traitLimits = { last: before(keptDays("dns-error")), firstOfGet: before(keptDays("get-needed")) };
  const expired = {
    traits: await step(() => expireTraits(db, traitLimits, today, signal)),
    sites: await step(() => expireSites(db, before(KEEP_DAYS.sites), signal)),
    notes:
      (await step(() => expireNotes(db, before(KEEP_DAYS.notes), today, signal))) +
      (await step(() => expireUrlNotes(db, today, signal))),
    moves: await step(() => expireMoves(db, before(KEEP_DAYS.moves), today, signal)),
    reports: await step(() => expireReports(db, before(KEEP_DAYS.reports), today, signal)),
    people: await step(() =>
      expirePeople(db, {
        acted: before(KEEP_DAYS.acted),
        proposed: before(KEEP_DAYS.proposed),
        removed: before(KEEP_DAYS.removed),
      }),
    ),
    asked: await step(() => expireAsked(db, KEEP_ASKED_SECONDS)),
    touches: await step(() => expireTouches(db, before(KEEP_DAYS.touches))),
    events: await step(() => expireEvents(db, FEED_RETENTION_DAYS * 86_400, signal)),
    tallies: await step(() => expireTallies(db, KEEP_TALLIES)),
    workers: await step(() => expireWorkers(db, KEEP_WORKERS_SECONDS)),
    dumps: await step(() => expireBulk(db, KEEP_DUMPS_SECONDS)),
    values: await step(() => expireValues(db, KEEP_VALUES_SECONDS)),
    registryAnswers: await step(() => expireAnswers(db, before(KEEP_DAYS.registries), signal)),
    sharers: await step(() => expireSharers(db, before(KEEP_DAYS.sharers), signal)),
  };
  // Not reported as expired: of what people said only who said it goes, and weighing deletes nothing.
  await step(() => forgetPeople(db, today));
  await step(() => weighAgain(db, today, signal));
  return expired;
}
