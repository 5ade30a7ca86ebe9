import { type Look, settleProposal } from "../../db/queries/people/settle-proposal.ts";
import { type Proposal, takeProposals } from "../../db/queries/people/take-proposals.ts";
import { interpret } from "../../shared/status/interpret.ts";
import type { Outcome } from "../../shared/status/outcome.ts";
import { archiveOf } from "../../shared/url/archives.ts";
import { classify } from "../../shared/url/classify.ts";
import { splitUrl } from "../../shared/url/parts.ts";
import type { RoleContext } from "../runtime/context.ts";
import { outlast } from "../runtime/outage.ts";
import { pause } from "../runtime/pause.ts";
import type { SweepChecker } from "./turn.ts";

const AT_ONCE = 8;
/** Longer than a check takes that waits for its host. */
const LEASE_SECONDS = 300;
/** People look soon whether what they proposed is there. */
const LOOK_MS = 5_000;

/** Looks whether replacements that people proposed work (H4), as at any URL: until the signal or, with `once`, until none is due. */
export async function checkProposals(ctx: RoleContext, checker: SweepChecker, once: boolean): Promise<void> {
  while (!ctx.signal.aborted) {
    const proposals = await outlast(ctx, () =>
      takeProposals(ctx.db, { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS }),
    );
    await Promise.all(proposals.map((proposal) => checkOne(ctx, checker, proposal)));
    if (proposals.length > 0) continue;
    if (once) return;
    await pause(LOOK_MS, ctx.signal);
  }
}

async function checkOne(ctx: RoleContext, checker: SweepChecker, proposal: Proposal): Promise<void> {
  const { db, clock, config } = ctx;
  const found = classify(proposal.url, { allowPrivate: config.allowPrivate });
  const site = { known: "", today: clock.today() };
  const look =
    found.kind === "resource"
      ? lookOf(await checker.check(found.url, { getNeeded: false, site }), proposal, clock.now())
      : "fails";
  const archive = found.kind === "resource" ? archiveOf(splitUrl(found.url), config.archives) : null;
  await outlast(ctx, () =>
    settleProposal(db, proposal, look, { archive: archive?.type ?? null, day: clock.today() }),
  );
}

/** "Works without a problem" (H4): content, and none that a reader would not take for it. */
function lookOf(outcome: Outcome, { url }: Proposal, nowMs: number): Look {
  const { error, refused, deadEnd, notes } = interpret(outcome, url, nowMs);
  if (outcome.kind === "not-tried" && outcome.reason !== "robots" && outcome.reason !== "opted-out")
    return "untried";
  const spoilt = notes.some(({ key }) => key === "parked" || key === "soft-404");
  return error === null && !refused && !deadEnd && !spoilt ? "works" : "fails";
}
