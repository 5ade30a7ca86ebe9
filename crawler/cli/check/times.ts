import type { TimedRequest } from "../../classify/outcome.ts";
import type { Paint, Tone } from "../output/paint.ts";
import { duration, itemLines, wrapped } from "../output/text.ts";
import type { CheckLine } from "./line.ts";
import type { TimeSpent } from "./request-times.ts";

/** In the order in which one waits for them. */
const WORDS = {
  name: "name",
  wait: "waiting",
  connect: "connect",
  tls: "TLS",
  robots: "robots.txt",
  others: "other requests",
  answer: "answer",
  read: "reading",
  rest: "rest",
} as const satisfies Record<keyof TimeSpent, string>;
type Part = keyof typeof WORDS;
const PARTS = Object.keys(WORDS) as Part[];

/** What is less is not worth a word, unless it shows how far a failure came. */
const SHARE_MIN = 0.01;
/** Of what is mostly this program itself, as it starts. */
const REST_SHARE_MIN = 0.05;
/** What takes so long is worth an explanation. */
export const LONG_MS = 1_000;
const AFTERWARDS_MS_MIN = 100;

/** What the time of a check went on, in lines of `columns`; only what was measured. */
export function timeRows(line: CheckLine, paint: Paint, columns: number): string[] {
  const { ms, timing, requests = [] } = line;
  if (timing === undefined) return [duration(ms)];
  const last = requests.findLast(({ why }) => why === "link");
  const [first, ...more] = partsOf(timing, ms, last === undefined ? null : failedAt(last), paint);
  const all = first === undefined ? [duration(ms)] : [`${duration(ms)}: ${first}`, ...more];
  return [...inLines(all, columns), ...afterwards(line, columns)];
}

/** The parts of one request, or of a hop: less than what they are the time of. */
export function partRows(timed: Timed & Partial<Failing>, paint: Paint, columns: number): string[] {
  const { ms, timing, failure = null } = timed;
  const all = Math.max(ms, total(timing));
  return inLines(partsOf(timing, all, failedAt({ timing, failure }), paint, "quiet"), columns);
}

/** No part is broken. */
const inLines = (parts: readonly string[], columns: number): string[] =>
  itemLines(
    parts.map((part, index) => (index === parts.length - 1 ? part : `${part},`)),
    " ",
    columns,
  );

type Failing = Pick<TimedRequest, "failure">;
interface Timed {
  readonly ms: number;
  readonly timing: TimeSpent;
}

/** @param failed the part that failed */
function partsOf(
  timing: TimeSpent,
  ms: number,
  failed: Part | null,
  paint: Paint,
  tone: Tone | null = null,
): string[] {
  const isShown = (part: Part, spent: number): boolean => {
    if (part === failed) return true;
    if (part === "rest") return spent >= Math.max(1, ms * REST_SHARE_MIN);
    return spent >= 1 && (failed !== null || spent >= ms * SHARE_MIN);
  };
  return PARTS.flatMap((part) => {
    const spent = timing[part] ?? 0;
    if (!isShown(part, spent)) return [];
    // Of less than a second all are milliseconds, as the sum before them says.
    const text = `${WORDS[part]} ${ms < LONG_MS ? spent : duration(spent)}${part === failed ? " (failed)" : ""}`;
    if (spent >= LONG_MS) return [paint("doubt", text)];
    return [tone === null ? text : paint(tone, text)];
  });
}

const total = (timing: TimeSpent): number => Object.values(timing).reduce((sum, ms) => sum + ms, 0);

/** The part at which a request came to its end. */
const lastOf = (timing: TimeSpent): Part | undefined => PARTS.findLast((part) => timing[part] !== undefined);

const failedAt = ({ failure, timing }: Failing & Pick<Timed, "timing">): Part | null =>
  failure === null ? null : (lastOf(timing) ?? null);

/** What was asked when the check had its answer, as its `ms` does not have it. */
function afterwards({ ms, requests = [] }: CheckLine, columns: number): string[] {
  const later = requests.filter(({ why, at }) => why === "site" && at >= ms);
  const end = later.at(-1);
  if (end === undefined) return [];
  const spent = end.at + end.ms - ms;
  if (spent < AFTERWARDS_MS_MIN) return [];
  const many = later.length === 1 ? "a request" : `${later.length} requests`;
  return wrapped(`then ${duration(spent)} for ${many}, to see how the site answers`, columns);
}
