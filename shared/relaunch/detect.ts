import { addDays, asDay, type Day, daysBetween } from "../calendar/day.ts";
import { deriveMoveRules, type Move } from "../moves/rules.ts";
import { fateOf, type SiteLink } from "./loss.ts";

/**
 * Relaunches of a site (O5): many of its links, and a great share of those that worked, were lost between the same two visits of the
 * crawler, which come weeks apart. Failing servers, robots' walls and the decay of years are none.
 */
export interface Relaunch {
  /** "shutdown": the site's name is gone, too. */
  readonly kind: "relaunch" | "shutdown";
  /** First and last day on which it can have been, by what most of the lost links agree upon. */
  readonly from: Day;
  readonly to: Day;
  /** Links that were lost then, and are still. */
  readonly lost: number;
  /** Links that worked before and after. */
  readonly kept: number;
  /** Of the lost ones: those whose new address is known and works. */
  readonly moved: number;
  /** Where they moved, most first: what stands behind `from` stands behind `to` now. */
  readonly moves: readonly MovedPart[];
}

/** A part of a site that moved, by a rule that these links agree upon (shared/moves). */
export interface MovedPart {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** A relaunch with the links that it took, in the order of their text. */
export interface FoundRelaunch<Link> extends Relaunch {
  readonly links: readonly Link[];
}

export const RELAUNCH = {
  /** Fewer are lost by chance, or one by one. */
  lostMin: 20,
  /** Of the links that worked before. */
  shareMin: 0.3,
  /** Times as many as would have been lost in the same time at the rate of the year before and after. */
  burstMin: 4,
  /** By then what was an outage is over, and was seen to be. */
  settledDays: 35,
  /** A relaunch may take some weeks: links lost so many days before or after are counted with it. */
  marginDays: 14,
  /** Of one site. */
  relaunchesMax: 5,
  moves: 5,
} as const;

interface Lost<Link extends SiteLink = SiteLink> {
  readonly link: Link;
  readonly lastGood: Day;
  readonly firstLost: Day;
  readonly isDnsLost: boolean;
}
interface There {
  readonly firstGood: Day;
  readonly lastGood: Day;
}

/** The relaunches that the links of one site show on a day, the oldest first. */
export function relaunchesOf<Link extends SiteLink>(
  links: readonly Link[],
  today: Day,
): FoundRelaunch<Link>[] {
  const there: There[] = [];
  let lost: Lost<Link>[] = [];
  for (const link of links) {
    const fate = fateOf(link, today);
    if (fate.kind === "there") there.push(fate);
    if (fate.kind === "lost") lost.push({ link, ...fate });
  }
  const all = lost;
  const found: FoundRelaunch<Link>[] = [];
  while (lost.length >= RELAUNCH.lostMin && found.length < RELAUNCH.relaunchesMax) {
    const peak = peakOf(lost);
    if (peak.count < RELAUNCH.lostMin) break;
    const kept = keptOver(peak, there, all);
    const members = lost.filter((one) => isNear(one, peak));
    lost = lost.filter((one) => !isNear(one, peak));
    const others = all.filter((one) => !isNear(one, peak));
    const isGreat = peak.count >= RELAUNCH.shareMin * (peak.count + kept);
    const isSettled = daysBetween(peak.to, today) >= RELAUNCH.settledDays;
    if (isSettled && isGreat && peak.count >= RELAUNCH.burstMin * expectedIn(members, peak, others))
      found.push(relaunchOf(members, peak, kept));
  }
  return found.sort((one, other) => one.to - other.to);
}

interface Peak {
  readonly from: Day;
  readonly to: Day;
  readonly count: number;
}

/** The days on which most of the links can have been lost, each between its last good and its first bad visit. */
function peakOf(lost: readonly Lost[]): Peak {
  const starts = lost.map(({ lastGood }) => addDays(lastGood, 1)).sort((a, b) => a - b);
  const ends = lost.map(({ firstLost }) => firstLost).sort((a, b) => a - b);
  let best: Peak = { from: asDay(0), to: asDay(0), count: 0 };
  let ended = 0;
  for (const [at, start] of starts.entries()) {
    while ((ends[ended] ?? start) < start) ended++;
    const count = at + 1 - ended;
    const end = ends[ended];
    if (count > best.count && end !== undefined) best = { from: start, to: end, count };
  }
  return best;
}

/** Links that were seen working before and after; lost later ones among them. */
function keptOver({ from, to }: Peak, there: readonly There[], lost: readonly Lost[]): number {
  return (
    there.filter(({ firstGood, lastGood }) => firstGood < from && lastGood >= to).length +
    lost.filter(({ lastGood }) => lastGood >= to).length
  );
}

const YEAR_DAYS = 365;

/** How many links are lost between two visits where nothing happens, by those lost a year before and after. */
function expectedIn(members: readonly Lost[], peak: Peak, others: readonly Lost[]): number {
  const days = members.reduce((sum, one) => sum + daysBetween(one.lastGood, one.firstLost), 0);
  const near = others.filter(({ firstLost }) => Math.abs(daysBetween(firstLost, peak.to)) <= YEAR_DAYS);
  return (near.length / (2 * YEAR_DAYS)) * (days / members.length);
}

const isNear = ({ lastGood, firstLost }: Lost, { from, to }: Peak): boolean =>
  lastGood < addDays(to, RELAUNCH.marginDays) && firstLost >= addDays(from, -RELAUNCH.marginDays);

function relaunchOf<Link extends SiteLink>(
  members: readonly Lost<Link>[],
  { from, to }: Peak,
  kept: number,
): FoundRelaunch<Link> {
  const links = members.map(({ link }) => link).sort((a, b) => (a.url < b.url ? -1 : 1));
  const moves = links.flatMap(({ url, movedTo }): Move[] =>
    movedTo === null ? [] : [{ from: url, to: movedTo }],
  );
  const rules = deriveMoveRules(moves);
  return {
    kind: members.filter(({ isDnsLost }) => isDnsLost).length * 2 > members.length ? "shutdown" : "relaunch",
    from,
    to,
    lost: members.length,
    kept,
    moved: moves.length,
    moves: rules.slice(0, RELAUNCH.moves).map(({ from, to, support }) => ({ from, to, count: support })),
    links,
  };
}

type Days = Pick<Relaunch, "from" | "to">;

/** Whether two of them are of the same days: with each visit the days are known a little better. */
export const isSameRelaunch = (one: Days, other: Days): boolean =>
  one.from <= addDays(other.to, RELAUNCH.marginDays) && one.to >= addDays(other.from, -RELAUNCH.marginDays);

/**
 * Whether the links of a relaunch came back. False where they were taken off the pages, or are not judged at present: what was
 * once seen stands.
 */
export function isUndone(
  { lost, kept, to }: Pick<Relaunch, "lost" | "kept" | "to">,
  links: readonly SiteLink[],
  today: Day,
): boolean {
  const back = links.filter((link) => {
    const fate = fateOf(link, today);
    return fate.kind === "there" && fate.firstGood <= to && fate.lastGood > to;
  });
  return back.length - kept > lost / 2;
}

/** The site that a host belongs to: with and without "www" it is one. */
export const siteOf = (host: string): string => host.replace(/^www\.(?=[^.]+\.)/, "");
