import { joinUrl } from "../../shared/url/parts.ts";
import { portRefused } from "../../shared/url/ports.ts";
import { resolveReference } from "../../shared/url/reference.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import { isRedirect } from "../check/ask.ts";
import type { CheckLimits } from "../check/limits.ts";
import { routeWithin } from "../check/routing.ts";
import type { ExchangeSession } from "../net/exchange-session.ts";
import { loopClock } from "../net/loop-clock.ts";
import type { Router } from "../net/policy.ts";
import {
  authorityOf,
  type ExchangeRequest,
  type ExchangeResult,
  type RequestFields,
  type Transport,
} from "../net/transport.ts";
import type { Etiquette } from "./etiquette.ts";
import type { RestingHosts } from "./resting-hosts.ts";
import { type RobotsRules, robotsAllow } from "./robots.ts";
import type { RobotsBook } from "./robots-book.ts";

type Saw = (result: ExchangeResult, ms: number) => void;

/** Asks hosts for their robots.txt before anything else is asked of them, once a day (C4). */
export interface RobotsGate {
  /**
   * Whether the host lets us have this path; a promise only where its robots.txt has to be read for that. Reads within the
   * turn at the host that the caller holds, from the same addresses, on its connection where there is one; `saw` is told of each
   * request to this host, and how long it took.
   */
  permits(
    parts: UrlParts,
    addresses: readonly string[],
    deadline: number,
    session: ExchangeSession,
    saw?: Saw,
  ): boolean | Promise<boolean>;
  /** Whether the host answered when it was asked for it, today. */
  hasAnswered(parts: UrlParts): boolean;
  /** Whether the host wants more time between requests than they have within one check (Crawl-delay). */
  wantsPatience(parts: UrlParts): boolean;
}

export interface RobotsGateOptions {
  readonly book: RobotsBook;
  readonly transport: Transport;
  readonly limits: CheckLimits;
  readonly fields: RequestFields;
  readonly allowPrivate: boolean;
  /** The way to other hosts, where a redirect leads there. */
  readonly router: Router;
  readonly etiquette: Pick<Etiquette, "visit">;
  readonly optedOut?: ((parts: UrlParts) => boolean) | undefined;
  readonly resting?: Pick<RestingHosts, "learn"> | undefined;
}

type Way = Pick<ExchangeRequest, "addresses" | "deadline"> & {
  readonly session: ExchangeSession;
  readonly saw?: Saw | undefined;
};

/** A robots.txt that takes longer delays its host's first address of the day by this, and has said nothing. */
const READ_MS_MAX = 2_000;
/** 2.3.1.2. */
const REDIRECTS_MAX = 5;
/** 2.5: at least so much of the file counts. */
const BYTES_MAX = 500 * 1024;

export function createRobotsGate(options: RobotsGateOptions): RobotsGate {
  const { book } = options;
  const means = { ...options, limits: { ...options.limits, bodyBytesMax: BYTES_MAX } };
  const reading = new Map<string, Promise<RobotsRules>>();
  const read = async (authority: string, parts: UrlParts, way: Way) => {
    try {
      return book.read(authority, await readRobots(means, parts, way));
    } finally {
      reading.delete(authority);
    }
  };
  return {
    hasAnswered: (parts) => book.hasAnswered(authorityOf(parts)),
    wantsPatience: ({ host }) => book.delayMs(host) > 0,
    permits(parts, addresses, deadline, session, saw) {
      const authority = authorityOf(parts);
      const known = book.known(authority);
      if (known !== null) return robotsAllow(known, parts.path);
      let rules = reading.get(authority);
      if (rules === undefined) {
        const until = Math.min(deadline, loopClock.now() + READ_MS_MAX);
        rules = read(authority, parts, { addresses, deadline: until, session, saw });
        reading.set(authority, rules);
      }
      return allowedBy(rules, parts.path);
    },
  };
}

const allowedBy = async (rules: Promise<RobotsRules>, path: string): Promise<boolean> =>
  robotsAllow(await rules, path);

/**
 * null: nobody knows (2.3.1.4: unreachable, or 5xx). The RFC lets crawlers assume the worst then; a link checker that did
 * would never find a host down, so what the host said before holds, and without that nothing is forbidden. Any 4xx
 * means that there is none (2.3.1.3). Redirects are followed to other hosts as well, and hold for the one that was asked (2.3.1.2).
 */
async function readRobots(options: RobotsGateOptions, start: UrlParts, way: Way): Promise<string | null> {
  const { allowPrivate } = options;
  let parts: UrlParts = { ...start, path: "/robots.txt" };
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
    const result =
      parts.host === start.host
        ? await fetchRobots(options, parts, way)
        : await visitRobots(options, parts, way);
    if (result?.kind !== "exchange") return null;
    const { http, location, page = "" } = result.exchange;
    if (http >= 200 && http < 300) return page;
    if (!isRedirect(http)) return http >= 500 ? null : "";
    const target = location === null ? null : resolveReference(joinUrl(parts), location, { allowPrivate });
    if (target === null || target.kind !== "resource") return "";
    if (!/^https?$/.test(target.parts.scheme) || portRefused(target.parts)) return "";
    parts = target.parts;
  }
  return "";
}

async function fetchRobots(
  { transport, limits, fields, resting }: RobotsGateOptions,
  parts: UrlParts,
  { saw, ...way }: Omit<Way, "session"> & Partial<Pick<Way, "session">>,
): Promise<ExchangeResult> {
  const url = joinUrl(parts);
  const began = loopClock.now();
  const result = await transport.exchange({
    url,
    parts,
    method: "GET",
    fields,
    ...way,
    limits,
    wantsPage: true,
  });
  saw?.(result, loopClock.now() - began);
  if (result.kind === "exchange") resting?.learn(result.exchange, true);
  return result;
}

/** At another host: from its own addresses, and in a turn there, while the first host's is held. null: not within the time. */
async function visitRobots(
  options: RobotsGateOptions,
  parts: UrlParts,
  { deadline }: Pick<Way, "deadline">,
): Promise<ExchangeResult | null> {
  const { router, etiquette, optedOut } = options;
  if (optedOut?.(parts) === true) return null;
  const msLeft = () => deadline - loopClock.now();
  const route = await routeWithin(router, parts, msLeft);
  if (route.kind !== "addresses") return null;
  const { addresses } = route;
  const visit = etiquette.visit(parts, null);
  try {
    if (!(await visit.enter(parts, addresses, msLeft))) return null;
    return await fetchRobots(options, parts, { addresses, deadline, saw: visit.saw.bind(visit) });
  } finally {
    visit.leave();
  }
}
