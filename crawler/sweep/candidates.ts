import { movedTargets, settleMove } from "../../db/moves/targets.ts";
import { judgeProposals, proposals, settleProposal } from "../../db/people/proposals.ts";
import type { Candidate, CandidateResult, Candidates } from "../../db/work/candidates.ts";
import { archiveOf, isClosed, versionTime } from "../../shared/url/archives.ts";
import { classify } from "../../shared/url/classify.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { interpret } from "../classify/interpret.ts";
import type { Outcome } from "../classify/outcome.ts";
import type { HostScheduler } from "../politeness/host-scheduler.ts";
import { pause } from "../runtime/clock.ts";
import type { RoleContext } from "../runtime/context.ts";
import { retryWhileDatabaseDown } from "../runtime/database-retry.ts";
import { LeaseKeeper } from "../runtime/lease-keeper.ts";
import { isRefused } from "./candidate-rules.ts";
import type { SweepChecker } from "./sweep-check.ts";
import { runWindow } from "./window.ts";

/** Of each kind. */
const AT_ONCE = 8;
/** Prolonged while the checks last; of a worker that died they come back after so long. */
const LEASE_SECONDS = 20;
/** For longer another worker's are not waited for: it prolongs them, so it lives. */
const WAIT_MS_MAX = 30_000;
/** How soon one that is due is found. */
const IDLE_MS = 5_000;

/** Candidates of one kind, and what becomes of one that was checked. */
interface Kind {
  readonly queue: Candidates;
  /** Decides some that need no check; answers how many. */
  readonly judge: (ctx: RoleContext) => Promise<number>;
  readonly settle: (ctx: RoleContext, candidate: Candidate, seen: Seen) => Promise<void>;
}

/** What a check of a candidate saw. */
interface Seen {
  readonly result: CandidateResult;
  /** Where it led in the end. */
  readonly target: NormalisedUrl;
}

const PROPOSALS: Kind = {
  queue: proposals,
  judge: (ctx) =>
    judgeProposals(
      ctx.db,
      AT_ONCE,
      (db, { of, url, target }) => isRefused(db, of, target === "" ? [url] : [url, target]),
      ctx.clock.today(),
    ),
  async settle(ctx, candidate, { result, target }) {
    const archive = archiveTypeOf(ctx, candidate.url);
    // A link in an archive's name that leaves it shows no archived version.
    const left = archive !== null && archiveTypeOf(ctx, target) !== archive;
    const settling = { archive, target, day: ctx.clock.today() };
    await settleProposal(ctx.db, candidate, left && result === "works" ? "fails" : result, settling);
  },
};

const MOVES: Kind = {
  queue: movedTargets,
  judge: async () => 0,
  settle: ({ db, clock }, candidate, { result }) => settleMove(db, candidate, result, clock.today()),
};

const KINDS = [PROPOSALS, MOVES];

/**
 * Looks whether replacements that people proposed (H4), and the new addresses of sites that moved, work as any URL would: until the signal
 * or, with `once`, until none is due.
 */
export async function checkCandidates(
  ctx: RoleContext,
  checker: SweepChecker,
  scheduler: HostScheduler,
  once: boolean,
): Promise<void> {
  const outcomeOf: OutcomeOf = (candidate) => check(ctx, checker, scheduler, candidate);
  await Promise.all(KINDS.map((kind) => checkKind(ctx, kind, outcomeOf, once)));
}

type OutcomeOf = (candidate: Candidate) => Promise<Outcome | null>;

async function checkKind(ctx: RoleContext, kind: Kind, outcomeOf: OutcomeOf, once: boolean): Promise<void> {
  const { queue, judge } = kind;
  let [judged, workedAt] = [0, performance.now()];
  const hasWaited = () => performance.now() - workedAt > WAIT_MS_MAX;
  await runWindow(ctx.signal, {
    atOnce: AT_ONCE,
    underWay: new Set(),
    async take(limit) {
      judged = await retryWhileDatabaseDown(ctx, () => judge(ctx));
      return retryWhileDatabaseDown(ctx, () => queue.take(ctx.db, { limit, leaseSeconds: LEASE_SECONDS }));
    },
    async work(candidate) {
      await checkOne(ctx, kind, outcomeOf, candidate);
      workedAt = performance.now();
    },
    isOver: async () => once && judged === 0 && (hasWaited() || (await nextDue(ctx, queue)) === null),
    async wait(signal) {
      if (judged > 0) return;
      const seconds = once ? await nextDue(ctx, queue) : null;
      await pause(Math.min(IDLE_MS, Math.max(50, (seconds ?? Number.POSITIVE_INFINITY) * 1_000)), signal);
    },
  });
}

/** Seconds until the first candidate is due, if that is soon; null: none is. */
const nextDue = (ctx: RoleContext, queue: Candidates): Promise<number | null> =>
  retryWhileDatabaseDown(ctx, () => queue.next(ctx.db, LEASE_SECONDS));

async function checkOne(
  ctx: RoleContext,
  { queue, settle }: Kind,
  outcomeOf: OutcomeOf,
  candidate: Candidate,
): Promise<void> {
  const renew = async () => {
    await queue.renew(ctx.db, [candidate], LEASE_SECONDS);
    return true;
  };
  const keeper = new LeaseKeeper({ seconds: LEASE_SECONDS, renew, log: ctx.log });
  try {
    const outcome = isBeyondChecks(ctx, candidate.url) ? BY_ADDRESS : await outcomeOf(candidate);
    // For another worker, as soon as the lease has run out.
    if (outcome === NOT_NOW && ctx.signal.aborted) return;
    await retryWhileDatabaseDown(ctx, async () =>
      settle(ctx, candidate, await seenOf(ctx, candidate, outcome)),
    );
  } finally {
    await keeper.stop();
  }
}

/** Null: it is no address that could be asked. */
async function check(
  { clock, config }: RoleContext,
  checker: SweepChecker,
  scheduler: HostScheduler,
  { url }: Candidate,
): Promise<Outcome | null> {
  const found = classify(url, { allowPrivate: config.allowPrivate });
  if (found.kind !== "resource") return null;
  const hints = { getNeeded: false, site: { known: "", today: clock.today() } };
  const outcome = await scheduler.run(found.parts.host, (lease, politeness) =>
    checker.check(found, { lease, politeness }, hints),
  );
  return outcome ?? NOT_NOW;
}

/** A version that no check can see is taken at its address's word. */
const BY_ADDRESS = "by-address";

/** Whether the archive is closed to machines, and the address names the original, which was compared, and the second. */
function isBeyondChecks({ config }: RoleContext, url: NormalisedUrl): boolean {
  const archive = archiveOf(splitUrl(url), config.archives);
  return archive !== null && isClosed(archive.type) && Boolean(archive.original) && versionTime(url) !== null;
}

async function seenOf(
  ctx: RoleContext,
  candidate: Candidate,
  outcome: Outcome | typeof BY_ADDRESS | null,
): Promise<Seen> {
  const passed = outcome === null || outcome === BY_ADDRESS ? [] : hopsOf(outcome);
  // Whatever it shows in the end, a way through there is an advertisement for it.
  const refused = await isRefused(ctx.db, candidate.of, [candidate.url, ...passed]);
  const seen = outcome === null ? "fails" : resultOf(outcome, candidate, ctx.clock.now());
  return { result: refused ? "refused" : seen, target: passed.at(-1) ?? candidate.url };
}

const NOT_NOW: Outcome = { kind: "not-tried", reason: "host-busy" };

const archiveTypeOf = ({ config }: RoleContext, url: NormalisedUrl): string | null =>
  archiveOf(splitUrl(url), config.archives)?.type ?? null;

/** The addresses that were passed on the way, in their order. */
const hopsOf = (outcome: Outcome): NormalisedUrl[] =>
  outcome.kind === "answer" || outcome.kind === "failure" ? outcome.chain.map(({ url }) => url) : [];

/** "Works without a problem" (H4): content, and none that a reader would not take for it. */
function resultOf(outcome: Outcome | typeof BY_ADDRESS, { url }: Candidate, nowMs: number): CandidateResult {
  if (outcome === BY_ADDRESS) return "works";
  const { error, refused, deadEnd, notes } = interpret(outcome, url, nowMs);
  if (outcome.kind === "not-tried" && outcome.reason !== "robots" && outcome.reason !== "opted-out")
    return "untried";
  const spoilt = notes.some(({ key }) => key === "parked" || key === "owner-changed" || key === "soft-404");
  return error === null && !refused && !deadEnd && !spoilt ? "works" : "fails";
}
