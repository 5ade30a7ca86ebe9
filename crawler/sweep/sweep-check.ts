import type { HostUpdate } from "../../db/hosts/record.ts";
import type { HostRecord } from "../../db/types.ts";
import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import { NETWORK } from "../../shared/status/table.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { CheckGrant } from "../check/session-means.ts";
import { type Target, targetOf } from "../check/target.ts";
import { interpret } from "../classify/interpret.ts";
import type { NotTried, Outcome } from "../classify/outcome.ts";
import type { HostLease, Politeness } from "../politeness/host-lease.ts";
import type { HostState } from "../politeness/host-state.ts";
import type { DomainNotes } from "../record/domain-notes.ts";
import { type CheckHints, checkHints } from "../record/host-news.ts";
import { resultOfCheck, resultOfOutage } from "../record/result.ts";
import type { Writer } from "../record/writer.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { SweepTask } from "./batch-lease.ts";
import { leftAlone } from "./left-alone.ts";
import type { RecentDomains } from "./recent-domains.ts";

/** What a sweep needs of the checker (crawler/check). */
export interface SweepChecker {
  check(target: Target, grant: CheckGrant, hints: SweepHints): Promise<Outcome>;
}

export type SweepHints = CheckHints & { readonly site: { readonly known: string; readonly today: Day } };

/** What all checks of a batch share. */
export interface BatchContext {
  readonly ctx: RoleContext;
  readonly checker: SweepChecker;
  readonly notes: DomainNotes;
  /** What most checks come to; absent: nobody asks. */
  readonly recent?: RecentDomains;
  writerOf(task: SweepTask): Writer;
  /** So many URLs of the origin are due in the batch that something is supposed of the others. */
  isMany(host: HostRecord, url: NormalisedUrl): boolean;
}

/** C5: whether the URL got its result without being asked, as its host is away. */
export function inferResult({ ctx, writerOf }: BatchContext, task: SweepTask, state: HostState): boolean {
  const { due, slice } = task;
  const outage = state.outage.infer(due.url, ctx.clock.today(), slice === null);
  const result = outage === null ? null : resultOfOutage(due, outage, ctx.clock.now());
  if (result !== null) writerOf(task).add(result, null);
  return result !== null;
}

/**
 * Checks one URL and writes down what was seen. Answers why nothing is to be stored of it; null: its result is.
 * @param isOver whether it was handed back meanwhile: a late result must not be written beside another worker's
 */
export async function checkTask(
  { ctx, checker, notes, recent, writerOf, isMany }: BatchContext,
  task: SweepTask,
  lease: HostLease,
  politeness: Politeness,
  isOver: () => boolean,
): Promise<NotTried | null> {
  const { due, host, asked } = task;
  const { state } = lease;
  const day = ctx.clock.today();
  if (due.history[0]?.status === NETWORK || state.outage.isSilent(due.url)) state.hints.slowToAnswer = true;
  const hints = { ...checkHints(host, due, day), site: { known: host.site, today: day } };
  const outcome = await checker.check(targetOf(due.url), { lease, politeness }, hints);
  if (isOver()) return null;
  const now = ctx.clock.now();
  const today = dayOfInstant(now);
  const seen = interpret(outcome, due.url, now);
  recent?.learn(due, outcome, seen);
  const lesson = state.outage.learn(due.url, outcome, seen, today, isMany(host, due.url));
  const found = resultOfCheck(due, host, outcome, seen, now, { ...lesson, ...(asked && { asked }) });
  if (found.host?.retryAtMs) state.deferFor(found.host.retryAtMs - now);
  // The rest that follows says what it showed in this visit.
  lease.release();
  notes.learn(host, due, outcome, seen);
  // A URL that fails again on its day, as somebody asked for it, is no further sign that its host is away.
  const isFurther = due.queried !== today || !lesson.news.outage;
  const learnt = { ...found.host, ...(isFurther && lesson.news), ...politenessNews(state) };
  const news = Object.keys(learnt).length === 0 ? null : { ...learnt, id: host.id, day: today };
  const result = found.result ?? leftAlone(due, outcome, today);
  writerOf(task).add(result, news);
  return result === null && outcome.kind === "not-tried" ? outcome.reason : null;
}

/** What was learnt about how the host wants to be treated, where its row does not say so yet. */
function politenessNews(state: HostState): Pick<HostUpdate, "paceMs" | "robots"> {
  const [paceMs, robots] = [state.takeBackoffNews(), state.takeRobotsNews()];
  return { ...(paceMs !== null && { paceMs }), ...(robots !== null && { robots: robots.text }) };
}
