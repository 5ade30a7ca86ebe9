import type { Day } from "../calendar/day.ts";

/**
 * Rules about sites that moved (M10, C6): addresses that begin alike and were all sent to addresses that begin alike. Learnt from permanent
 * redirects that were verified, to guess the new address of a link whose own redirect was never seen; a guess is checked before it is shown.
 */

/** A URL, and the address to which its site sent it for good; both normalised. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** What stands behind `from` stands behind `to` now. Both end in a slash. */
export interface MoveRule {
  readonly from: string;
  readonly to: string;
  /** How many verified moves it says right, and how many wrong. */
  readonly support: number;
  readonly counter: number;
}

/** What is known of the move of one URL. */
export interface KnownMove {
  readonly to: string;
  /** The rule of the site by which it was found; null: the URL's own redirect led there. */
  readonly rule: MoveRule | null;
  /** On how many days that redirect was seen; of a rule 0. */
  readonly days: number;
  /** Last day on which the new address was seen working, if it is shown. */
  readonly checked: Day | null;
}

/** Hostile sites choose their redirects freely: all that is read or made is bounded. */
export const MOVE_LIMITS = {
  movesPerHost: 500,
  rulesPerHost: 20,
  addressUnits: 2_000,
} as const;

/** Minimal number of moves behind a rule; two agree by chance where a site moved its pages one by one. */
const SUPPORT_MIN = 3;
/** Minimal number of moves that a rule says right for each that it says wrong. */
const SUPPORT_PER_COUNTER_MIN = 10;

/** The rules of a host, those with the most support first. Moves beyond the limit are left out. */
export function deriveMoveRules(given: readonly Move[]): MoveRule[] {
  const moves = [...new Map(given.map((move) => [move.from, move])).values()]
    .filter(({ from, to }) => Math.max(from.length, to.length) <= MOVE_LIMITS.addressUnits)
    .slice(0, MOVE_LIMITS.movesPerHost);
  const rewrites = Map.groupBy(
    moves.flatMap((move) => rewriteOf(move) ?? []),
    ({ from, to }) => `${from} ${to}`,
  );
  const candidates = [...rewrites.values()].flatMap((alike) => {
    const [rewrite] = alike;
    return rewrite === undefined || alike.length < SUPPORT_MIN ? [] : rewrite;
  });
  return candidates
    .map((rewrite) => weighed(rewrite, moves, candidates))
    .filter(({ support, counter }) => counter * SUPPORT_PER_COUNTER_MIN <= support)
    .sort(bySupport)
    .slice(0, MOVE_LIMITS.rulesPerHost);
}

/** Where a URL is by these rules, the one that knows most of its path first; null: none concerns it. */
export function movedBy(
  rules: readonly MoveRule[],
  url: string,
): { readonly to: string; readonly rule: MoveRule } | null {
  const [rule] = rules
    .filter((one) => rewritten(one, url) !== null)
    .sort((one, other) => other.from.length - one.from.length || bySupport(one, other));
  const to = rule === undefined ? null : rewritten(rule, url);
  return rule === undefined || to === null || to.length > MOVE_LIMITS.addressUnits ? null : { to, rule };
}

type Rewrite = Pick<MoveRule, "from" | "to">;

const bySupport = (one: MoveRule, other: MoveRule): number =>
  other.support - one.support || (`${one.from} ${one.to}` < `${other.from} ${other.to}` ? -1 : 1);

/** Null: the rewrite does not concern it. A folder itself has its own address, which says nothing of what lies in it. */
const rewritten = ({ from, to }: Rewrite, url: string): string | null =>
  url.length > from.length && url.startsWith(from) ? to + url.slice(from.length) : null;

/**
 * The shortest beginnings behind which both addresses go on alike. Null: they have not even their last segment in common, or only what a
 * reader takes for the same address was changed.
 */
function rewriteOf({ from, to }: Move): Rewrite | null {
  const common = commonEnd(from, to);
  const [path, target] = [pathAt(from), pathAt(to)];
  if (path === null || target === null) return null;
  for (let length = Math.min(common, from.length - path, to.length - target); length > 0; length--) {
    const [start, end] = [from.length - length, to.length - length];
    if (from[start - 1] !== "/" || to[end - 1] !== "/") continue;
    // A slash within a query is no folder.
    if (hasQuery(from, start) || hasQuery(to, end)) continue;
    const rewrite = { from: from.slice(0, start), to: to.slice(0, end) };
    return sameSite(rewrite.from) === sameSite(rewrite.to) ? null : rewrite;
  }
  return null;
}

function commonEnd(one: string, other: string): number {
  let length = 0;
  const max = Math.min(one.length, other.length);
  while (length < max && one[one.length - 1 - length] === other[other.length - 1 - length]) length++;
  return length;
}

/** Where the path goes on behind its first slash; null: there is none. */
function pathAt(url: string): number | null {
  const slash = url.indexOf("/", url.indexOf("//") + 2);
  return slash === -1 ? null : slash + 1;
}

const hasQuery = (url: string, before: number): boolean => {
  const mark = url.indexOf("?");
  return mark !== -1 && mark < before;
};

const sameSite = (start: string): string => start.replace(/^https?:\/\/(?:www\.)?/, "");

/** A move that a longer rewrite says right is none of the shorter one's errors. */
function weighed(rewrite: Rewrite, moves: readonly Move[], candidates: readonly Rewrite[]): MoveRule {
  const finer = candidates.filter(
    ({ from }) => from.length > rewrite.from.length && from.startsWith(rewrite.from),
  );
  let [support, counter] = [0, 0];
  for (const { from, to } of moves) {
    const by = rewritten(rewrite, from);
    if (by === to) support++;
    else if (by !== null && !finer.some((one) => rewritten(one, from) === to)) counter++;
  }
  return { ...rewrite, support, counter };
}
