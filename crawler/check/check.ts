import { dayOfInstant } from "../../shared/calendar/day.ts";
import type { NetworkFailure } from "../../shared/status/network-failure.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import type { NotTried, Outcome, TlsTrouble } from "../classify/outcome.ts";
import { lookAtSite, type SiteHint } from "../classify/site/look.ts";
import type { FileServers } from "../net/file-servers.ts";
import { loopClock } from "../net/loop-clock.ts";
import type { Semaphore } from "../net/semaphore.ts";
import type { HostHints } from "../politeness/host-hints.ts";
import { checkFiles } from "./file-check.ts";
import { CheckSession } from "./session.ts";
import type { CheckGrant, SessionMeans } from "./session-means.ts";
import { SessionRequests, type Sites } from "./site-requests.ts";
import type { Target } from "./target.ts";
import { Walk } from "./walk.ts";

/** By what means checks are made. */
export interface CheckMeans extends SessionMeans {
  /** For ftp, ftps and sftp. */
  readonly files: FileServers;
  /** For each socket. */
  readonly sockets: Semaphore;
  /** Absent: nothing is asked but the URL. */
  readonly sites?: Sites | undefined;
}

/** What is stored of the URL and its host (M9), beside what this process remembers of it (HostHints). */
export interface CheckHints {
  /**
   * HEAD is no use there: begin with GET. The outcome's `neededGet` is then false, because nothing was tried:
   * the memory is neither refreshed nor refuted, and has to be earned again after its 200 days.
   */
  readonly getNeeded?: boolean;
  /**
   * The certificate was in this trouble and plain http worked: begin with that. The outcome says so again, `remembered`;
   * where plain http does not work any more, it is what it would have been without.
   */
  readonly httpNeeded?: TlsTrouble;
  /** The URL worked only with its site's front page as the referrer (M10). */
  readonly referrerNeeded?: boolean;
  /** What is known of the URL's site (C7). */
  readonly site?: SiteHint;
}

const NO_HINTS: CheckHints = {};

/**
 * One check (C1–C3, C6, C7, table S on TLS), a straight line: the walk asks for the URL, then its site is looked at. The
 * session, which makes all requests, has one deadline and admits every address before it is dialled.
 */
export async function check(
  target: Target,
  means: CheckMeans,
  grant: CheckGrant,
  hints: CheckHints = NO_HINTS,
): Promise<Outcome> {
  loopClock.start();
  const session = new CheckSession(means, grant);
  const remembered = grant.lease.state.hints;
  try {
    const outcome = isWeb(target.parts)
      ? await checkWeb(target, means, session, remembered, hints)
      : await checkFiles(target, means, session);
    const { journal } = session;
    return journal === null ? outcome : { ...outcome, asked: journal.close(reasonOf(outcome)) };
  } finally {
    session.close();
    loopClock.stop();
  }
}

async function checkWeb(
  target: Target,
  means: CheckMeans,
  session: CheckSession,
  remembered: HostHints,
  hints: CheckHints,
): Promise<Outcome> {
  const walk = walkFor(target, means, session, remembered, hints);
  const outcome = withSlowness(await walk.run(), remembered, means.limits.headSilenceMs);
  return withSite(target, outcome, means, { walk, session, hint: hints.site });
}

const isWeb = ({ scheme }: UrlParts): boolean => scheme === "http" || scheme === "https";

const reasonOf = (outcome: Outcome): NetworkFailure | NotTried | null =>
  outcome.kind === "failure" ? outcome.failure : outcome.kind === "not-tried" ? outcome.reason : null;

function walkFor(
  target: Target,
  { limits, allowPrivate }: CheckMeans,
  session: CheckSession,
  { httpInstead, tlsTrouble }: HostHints,
  { getNeeded = false, httpNeeded, referrerNeeded = false }: CheckHints,
): Walk {
  const known = httpNeeded ?? (httpInstead === true ? tlsTrouble : null);
  return new Walk(target, { limits, allowPrivate, getNeeded, referrerNeeded, httpNeeded: known }, session);
}

/** A site that takes so long for an answer is asked for nothing beyond its links (C4). */
const SLOW_MS = 2_000;
const isSlow = (outcome: Outcome): boolean =>
  outcome.kind === "answer" && outcome.chain.some(({ ms }) => ms > SLOW_MS);

/**
 * Hosts that need most of a minute for an answer (C3): HEAD is given a third of it, GET the rest (C1), so that neither would ever
 * wait long enough. After one silence such a host is asked by GET alone, and what took longer than HEAD is waited for shows that GET
 * is needed there (M9).
 */
function withSlowness(outcome: Outcome, hints: HostHints, headSilenceMs: number): Outcome {
  if (outcome.kind === "failure" && outcome.failure === "timeout" && outcome.chain.length === 0)
    hints.slowToAnswer = true;
  if (outcome.kind !== "answer") return outcome;
  const took = outcome.chain[0].ms > headSilenceMs;
  const shows = took && hints.slowToAnswer;
  hints.slowToAnswer &&= took;
  return shows ? { ...outcome, neededGet: true } : outcome;
}

interface Walked {
  readonly walk: Walk;
  readonly session: CheckSession;
  readonly hint: SiteHint | undefined;
}

/** The outcome with what was seen of the site beside the URL; or by GET, where that is why HEAD is not to be believed. */
async function withSite(
  target: Target,
  outcome: Outcome,
  means: CheckMeans,
  { walk, session, hint }: Walked,
): Promise<Outcome> {
  const { sites, limits } = means;
  if (sites === undefined) return outcome;
  const requests = new SessionRequests(session, means, sites, isSlow(outcome) ? 0 : limits.siteMs);
  const look = (seen: Outcome) => {
    const today = hint?.today ?? dayOfInstant(Date.now());
    return lookAtSite(target, seen, { requests, memory: sites.memory, hint, today, newToken });
  };
  const { outcome: looked, headLiars } = await look(outcome);
  for (const host of headLiars) {
    const hints = session.hintsOf(host);
    if (hints !== undefined) hints.walled = true;
  }
  const doubt = walk.doubtOf(looked);
  if (doubt === null) return looked;
  const confirmed = await walk.confirm(doubt, headLiars.size > 0);
  return confirmed === null ? looked : withNews((await look(confirmed)).outcome, looked);
}

const newToken = (): string => crypto.randomUUID().replaceAll("-", "").slice(0, 16);

/** What was learnt of the site is reported once: it must not go with an outcome that did not count. */
function withNews(outcome: Outcome, former: Outcome): Outcome {
  if (outcome.kind !== "answer" || former.kind !== "answer") return outcome;
  const learnt = outcome.site?.learnt ?? former.site?.learnt;
  return learnt === undefined ? outcome : { ...outcome, site: { ...outcome.site, learnt } };
}
