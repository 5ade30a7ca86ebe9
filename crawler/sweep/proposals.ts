import {
  judgeProposals,
  nextProposal,
  type Proposal,
  type ProposalResult,
  renewProposals,
  settleProposal,
  takeProposals,
} from "../../db/people/proposals.ts";
import { archiveOf } from "../../shared/url/archives.ts";
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
import { isRefused } from "./proposal-rules.ts";
import type { SweepChecker } from "./sweep-check.ts";

const AT_ONCE = 8;
/** Prolonged while the checks last; of a worker that died they come back after so long. */
const LEASE_SECONDS = 20;
/** For longer another worker's are not waited for: it prolongs them, so it lives. */
const WAIT_MS_MAX = 30_000;
/** People expect soon what they proposed. */
const IDLE_MS = 5_000;

/** Looks whether replacements that people proposed work (H4), as at any URL: until the signal or, with `once`, until none is due. */
export async function checkProposals(
  ctx: RoleContext,
  checker: SweepChecker,
  scheduler: HostScheduler,
  once: boolean,
): Promise<void> {
  let idleSince: number | null = null;
  while (!ctx.signal.aborted) {
    const judged = await retryWhileDatabaseDown(ctx, () =>
      judgeProposals(
        ctx.db,
        AT_ONCE,
        (db, { of, url, target }) => isRefused(db, of, target === "" ? [url] : [url, target]),
        ctx.clock.today(),
      ),
    );
    const proposals = await retryWhileDatabaseDown(ctx, () =>
      takeProposals(ctx.db, { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS }),
    );
    if (proposals.length > 0)
      await held(ctx, proposals, () =>
        Promise.all(proposals.map((proposal) => checkOne(ctx, checker, scheduler, proposal))),
      );
    if (judged + proposals.length > 0) {
      idleSince = null;
      continue;
    }
    idleSince ??= performance.now();
    const seconds = once
      ? await retryWhileDatabaseDown(ctx, () => nextProposal(ctx.db, LEASE_SECONDS))
      : null;
    if (once && (seconds === null || performance.now() - idleSince > WAIT_MS_MAX)) return;
    await pause(Math.min(IDLE_MS, Math.max(50, (seconds ?? Number.POSITIVE_INFINITY) * 1_000)), ctx.signal);
  }
}

async function held(
  ctx: RoleContext,
  proposals: readonly Proposal[],
  work: () => Promise<unknown>,
): Promise<void> {
  const renew = async () => {
    await renewProposals(ctx.db, proposals, LEASE_SECONDS);
    return true;
  };
  const keeper = new LeaseKeeper({ seconds: LEASE_SECONDS, renew, log: ctx.log });
  await work().finally(() => keeper.end());
}

async function checkOne(
  ctx: RoleContext,
  checker: SweepChecker,
  scheduler: HostScheduler,
  proposal: Proposal,
): Promise<void> {
  const { db, clock, config } = ctx;
  const found = classify(proposal.url, { allowPrivate: config.allowPrivate });
  const hints = { getNeeded: false, site: { known: "", today: clock.today() } };
  const outcome =
    found.kind === "resource"
      ? ((await scheduler.run(found.parts.host, (lease, politeness) =>
          checker.check(found, { lease, politeness }, hints),
        )) ?? NOT_NOW)
      : null;
  const passed = outcome === null ? [] : hopsOf(outcome);
  const target = passed.at(-1) ?? proposal.url;
  const archive = archiveTypeOf(ctx, proposal.url);
  await retryWhileDatabaseDown(ctx, async () => {
    // Whatever it shows in the end, a way through there is an advertisement for it.
    const refused = await isRefused(db, proposal.of, [proposal.url, ...passed]);
    // A link in an archive's name that leaves it shows no archived version.
    const left = archive !== null && archiveTypeOf(ctx, target) !== archive;
    const seen = outcome === null || left ? "fails" : resultOf(outcome, proposal, clock.now());
    await settleProposal(db, proposal, refused ? "refused" : seen, { archive, target, day: clock.today() });
  });
}

const NOT_NOW: Outcome = { kind: "not-tried", reason: "host-busy" };

const archiveTypeOf = ({ config }: RoleContext, url: NormalisedUrl): string | null =>
  archiveOf(splitUrl(url), config.archives)?.type ?? null;

/** The addresses that were passed on the way, in their order. */
const hopsOf = (outcome: Outcome): NormalisedUrl[] =>
  outcome.kind === "answer" || outcome.kind === "failure" ? outcome.chain.map(({ url }) => url) : [];

/** "Works without a problem" (H4): content, and none that a reader would not take for it. */
function resultOf(outcome: Outcome, { url }: Proposal, nowMs: number): ProposalResult {
  const { error, refused, deadEnd, notes } = interpret(outcome, url, nowMs);
  if (outcome.kind === "not-tried" && outcome.reason !== "robots" && outcome.reason !== "opted-out")
    return "untried";
  const spoilt = notes.some(({ key }) => key === "parked" || key === "owner-changed" || key === "soft-404");
  return error === null && !refused && !deadEnd && !spoilt ? "works" : "fails";
}
