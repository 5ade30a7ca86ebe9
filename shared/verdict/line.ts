import { z } from "zod";
import { type Day, isDay } from "../calendar/day.ts";
import { fold } from "../history/fold.ts";
import { type ToldEntry, tellHistory } from "../history/told.ts";
import type { History } from "../history/types.ts";
import { httpOfStatus, INVALID, isStatus, type Status } from "../status/table.ts";
import { judge } from "./judge.ts";
import { DEFAULT_POLICY, type VerdictPolicy } from "./policy.ts";
import type { Verdict } from "./types.ts";

const day = z.custom<Day>(isDay, "is no day number (0…65535)");
const status = z.custom<Status>(isStatus, "is no status byte of table S");

/** A year of hourly checks; more is a mistake, and lines are read into memory. */
const OBSERVATIONS_MAX = 10_000;

/**
 * One line of `weboid verdict -`. An observation is `[day, status]`; ours beyond the contract: a third member, the HTTP
 * number (999 is refused, a bare 26 is not), and a fourth, true where a redirect did not end at content.
 */
const LINE = z.object(
  {
    id: z.union([z.string().max(1_000), z.number()], "is no string or number"),
    today: day,
    observations: z
      .array(
        z.union(
          [
            z.tuple([day, status]),
            z.tuple([day, status, z.int().min(0).max(9999).nullable()]),
            z.tuple([day, status, z.int().min(0).max(9999).nullable(), z.boolean()]),
          ],
          "is no [day, status] with a day number 0…65535 and a status byte of table S",
        ),
        "is no list of [day, status]",
      )
      .max(OBSERVATIONS_MAX, `has more than ${OBSERVATIONS_MAX} members`)
      .superRefine((list, check) => {
        // Folding would take a day that goes back for a worker's clock that is wrong, and say less than was seen.
        const back = list.findIndex(([at], index) => at < (list[index - 1]?.[0] ?? 0));
        if (back > 0)
          check.addIssue({
            code: "custom",
            path: [back],
            message: "is of an earlier day than the one before: give them oldest first",
          });
      }),
  },
  "is no object {id, today, observations}",
);

export interface LineVerdict {
  readonly id: string | number;
  readonly verdict: Verdict;
  readonly rule: string;
  readonly since: Day | null;
  readonly last: Day | null;
  readonly checks: number;
  /** Youngest first, as in a page answer (contract.md). */
  readonly history: readonly ToldEntry[];
}

export type LineResult =
  | { readonly kind: "verdict"; readonly line: LineVerdict }
  /** `message` names the member that is wrong: `observations[2][1] is no status byte of table S`. */
  | { readonly kind: "invalid"; readonly message: string };

type Input = z.infer<typeof LINE>;

function explain(error: z.ZodError): string {
  const [issue] = error.issues;
  const path = (issue?.path ?? []).reduce<string>(
    (text, key) =>
      typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`,
    "",
  );
  return `${path === "" ? "the line" : path} ${issue?.message ?? "is wrong"}`;
}

/** Folds observations as the crawler does, oldest first; the history is the crawler's, byte for byte. */
export function foldObservations(observations: Input["observations"]): History {
  return observations.reduce<History>(
    (history, [day, status, http = httpOfStatus(status), deadEnd = false]) =>
      fold(history, { status, http, deadEnd }, day),
    [],
  );
}

/**
 * What Weboid would say on the observations of one parsed JSON object (`weboid verdict -`). 0 (no attempt) is passed over; a
 * URL that was once found invalid (128) is invalid, as it is never contacted. Never throws.
 */
export function judgeLine(input: unknown, policy: VerdictPolicy = DEFAULT_POLICY): LineResult {
  const parsed = LINE.safeParse(input);
  if (!parsed.success) return { kind: "invalid", message: explain(parsed.error) };
  const { id, today, observations } = parsed.data;
  const invalid = observations.some(([, status]) => status === INVALID);
  if (invalid) {
    const line = {
      verdict: "invalid",
      rule: "invalid",
      since: null,
      last: null,
      checks: 0,
      history: [],
    } as const;
    return { kind: "verdict", line: { id, ...line } };
  }
  const history = foldObservations(observations);
  const { verdict, rule, since, last, checks } = judge(history, [], today, policy);
  return {
    kind: "verdict",
    line: {
      id,
      verdict,
      rule,
      since,
      last,
      checks,
      history: tellHistory(history),
    },
  };
}
