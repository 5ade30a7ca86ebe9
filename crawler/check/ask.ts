import type { HostName } from "../../shared/url/types.ts";
import type { ExchangeResult } from "../net/transport.ts";
import type { HostHints } from "../politeness/host-hints.ts";
import {
  browserFieldsHelped,
  getGained,
  getIsWorthwhile,
  headStands,
  isContent,
  isTurnedAway,
  nextByGet,
  wantsBrowserFields,
  wantsReferrer,
} from "./head-rules.ts";
import type { CheckRequests } from "./requests.ts";
import type { Target } from "./target.ts";

/** How the URLs of one walk are asked for, and what was learnt from that. */
export interface Asking {
  readonly check: CheckRequests;
  /** Rest of a server that answered one request and turned the next away, before it is asked once more. */
  readonly burstRestMs: number;
  /** The text of the page at the end is wanted: GET all the way, once. */
  readonly wantsPage: boolean;
  /** A host that is asked by GET alone, as is known of it (M9). */
  readonly getNeededAt: HostName | null;
  /** The link worked so at its last check (M10): what other links of the host showed says nothing against it. */
  readonly referrerNeeded: boolean;
  /** HEAD is not believed any more. */
  byGet: boolean;
  /** HEAD was of no use (M9). */
  neededGet: boolean;
}

/** So often something has to come to nothing before a host is not asked for it any more: once may be the page's fault. */
const FAILURES_MAX = 2;

/** One URL by HEAD, and by GET where HEAD does not suffice (C1). */
export async function askUrl(target: Target, asking: Asking): Promise<ExchangeResult> {
  const entered = await asking.check.enter(target.parts);
  if (entered.kind !== "entered") return entered;
  const { hints } = entered;
  if (beginsWithGet(target, asking, hints)) return getUrl(target, asking, hints);
  const head = await asking.check.send(target, "HEAD");
  if (nextByGet(head)) {
    hints.walled = true;
    asking.neededGet = true;
  }
  if (!getIsWorthwhile(head, asking.check.msLeft())) return head;
  const get = await getUrl(target, asking, hints);
  if (getGained(head, get)) {
    asking.neededGet = true;
    hints.getNeeded = true;
  }
  return headStands(head, get) ? head : get;
}

const beginsWithGet = ({ parts }: Target, { byGet, getNeededAt }: Asking, hints: HostHints): boolean =>
  byGet ||
  getNeededAt === parts.host ||
  hints.getNeeded ||
  hints.slowToAnswer ||
  hints.walled ||
  hints.burstLimited;

/**
 * Some servers let in one request at a time of a second or two and turn away those beyond it: nginx's `limit_req` says 503 for
 * that where nothing else is set. A reader's click is one request; a check asks for HEAD and GET, and would find such a site down
 * each time. So who turns GET away after another answer is asked once more when he has had his rest. Where that helped, each GET
 * comes after a rest and nothing before it: administrators ban who is turned away too often.
 */
async function getUrl(target: Target, asking: Asking, hints: HostHints): Promise<ExchangeResult> {
  const { check, burstRestMs, wantsPage } = asking;
  const mayRest = () => !wantsPage && check.msLeft() > burstRestMs;
  if (hints.burstLimited && mayRest()) return getRested(target, asking, hints);
  const first = await getOnce(target, asking, hints, 0);
  const isBurst = isTurnedAway(first) && check.hasAnswered(target.parts.host);
  if (!isBurst || hints.restsFailed >= FAILURES_MAX || !mayRest()) return first;
  const rested = await getRested(target, asking, hints);
  return rested.kind === "failure" ? first : rested;
}

async function getRested(target: Target, asking: Asking, hints: HostHints): Promise<ExchangeResult> {
  const rested = await getOnce(target, asking, hints, asking.burstRestMs);
  // Our own trouble says nothing of the server.
  if (rested.kind === "not-tried") return rested;
  hints.burstLimited = rested.kind === "exchange" && !isTurnedAway(rested);
  hints.restsFailed = hints.burstLimited ? 0 : hints.restsFailed + 1;
  return rested;
}

/** And once more with a browser's fields, where the server cannot meet the wishes of C2; and with a referrer, where it may want one. */
async function getOnce(
  target: Target,
  { check, wantsPage, referrerNeeded }: Asking,
  hints: HostHints,
  restMs: number,
): Promise<ExchangeResult> {
  const ours = await check.send(target, "GET", { restMs });
  const wish = wantsBrowserFields(ours);
  const isFutile = wish === "error" && hints.browserFieldsFailed >= FAILURES_MAX;
  const got = wish === null || isFutile ? ours : await getAsBrowser(target, check, hints, ours, wish);
  if (got.kind === "exchange" && got.exchange.wall !== null) hints.walled = true;
  const mayHelp = referrerNeeded || hints.referrersFailed < FAILURES_MAX;
  const isWished = !wantsPage && restMs === 0 && wantsReferrer(got) && mayHelp;
  return isWished ? getAsReferred(target, check, hints, got) : got;
}

/** Some sites serve what they have to those only who come from their own pages (M10): that there is content is what counts. */
async function getAsReferred(
  target: Target,
  check: CheckRequests,
  hints: HostHints,
  ours: ExchangeResult,
): Promise<ExchangeResult> {
  const referred = await check.send(target, "GET", { asReferred: true });
  // Our own trouble says nothing of the server, nor then of the link.
  if (referred.kind === "not-tried") return referred;
  const helped = referred.kind === "exchange" && isContent(referred);
  hints.referrersFailed = helped ? 0 : hints.referrersFailed + 1;
  if (!helped) return ours;
  return { ...referred, exchange: { ...referred.exchange, referred: true } };
}

async function getAsBrowser(
  target: Target,
  check: CheckRequests,
  hints: HostHints,
  ours: ExchangeResult,
  wish: "refusal" | "error",
): Promise<ExchangeResult> {
  const browsers = await check.send(target, "GET", { asBrowser: true });
  // Our own trouble says nothing of the server, nor then of the link.
  if (browsers.kind === "not-tried") return browsers;
  const helped = browserFieldsHelped(browsers);
  if (wish === "error") hints.browserFieldsFailed = helped ? 0 : hints.browserFieldsFailed + 1;
  return helped ? browsers : ours;
}
