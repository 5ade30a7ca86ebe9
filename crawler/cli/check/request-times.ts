import type { Asked, Exchange, FileReply, SpentOn } from "../../classify/outcome.ts";

/**
 * Where the time of a hop went, from the end of the hop before, or that of a whole check. `robots`: the host's robots.txt,
 * without its connect and TLS; `others`: further requests, such as a HEAD that was of no use; `rest`: of a check, what is none of these.
 */
export type TimeSpent = Readonly<Partial<Record<SpentOn | "others" | "rest", number>>>;

export interface TimeTable {
  /** Of each answer; undefined: nothing is known of it. */
  readonly hops: readonly (TimeSpent | undefined)[];
  /** Adds up to the check's `ms`. */
  readonly total: TimeSpent;
}

/**
 * @param answers those of the outcome, in their order
 * @param failed the check came to no answer: what was asked last is not beside it, but what it waited for
 */
export function timeTable(
  asked: readonly Asked[],
  answers: readonly (Exchange | FileReply)[],
  ms: number,
  failed: boolean,
): TimeTable {
  const within = asked.filter((one) => isWithin(one, answers, ms));
  const hops: (TimeSpent | undefined)[] = [];
  let from = 0;
  for (const answer of answers) {
    const at = within.findIndex((one) => one.answer === answer);
    hops.push(at < from ? undefined : added(within.slice(from, at + 1), (one) => one.answer === answer));
    from = Math.max(from, at + 1);
  }
  const total = summed([
    ...hops.map((hop) => hop ?? {}),
    added(within.slice(from), ({ why }) => failed && why === "link"),
  ]);
  return { hops, total: fitted(total, ms) };
}

/** Adds up to `ms`: what is too much, as each request was rounded by itself, is least missed by the largest part. */
function fitted(total: TimeSpent, ms: number): TimeSpent {
  const parts = Object.entries(total);
  const rest = ms - parts.reduce((sum, [, part]) => sum + part, 0);
  if (rest > 0) return { ...total, rest };
  const [largest] = parts.sort(([, a], [, b]) => b - a);
  return rest === 0 || largest === undefined
    ? total
    : { ...total, [largest[0]]: Math.max(0, largest[1] + rest) };
}

function isWithin(one: Asked, answers: readonly (Exchange | FileReply)[], ms: number): boolean {
  if (one.answer !== null && answers.includes(one.answer)) return true;
  return one.why === "site" ? one.at < ms : one.at <= ms;
}

/** @param counts whose answer was waited for; of the others only how the way to the host was found counts as what it is */
const added = (asked: readonly Asked[], counts: (one: Asked) => boolean): TimeSpent =>
  summed(
    asked.map((one) => {
      const { answer = 0, read = 0, ...way } = one.timing;
      if (counts(one)) return one.timing;
      if (one.why === "robots") return { ...way, robots: (way.robots ?? 0) + answer + read };
      if (one.why === "link") return { ...way, others: answer + read };
      return { others: Object.values(one.timing).reduce((sum, part) => sum + part, 0) };
    }),
  );

const ORDER = ["name", "wait", "connect", "tls", "robots", "others", "answer", "read"] as const;

function summed(parts: readonly TimeSpent[]): TimeSpent {
  const sums = ORDER.map((key) => {
    const known = parts.flatMap((part) => part[key] ?? []);
    return [key, known.length === 0 ? undefined : known.reduce((sum, ms) => sum + ms, 0)];
  });
  return Object.fromEntries(sums.filter(([, ms]) => ms !== undefined));
}
