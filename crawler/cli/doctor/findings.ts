import { codeOf } from "../../../db/errors.ts";
import { CHECKS, type CheckName, checkOf, type Group, type Severity } from "./checks.ts";

export interface Finding {
  readonly check: CheckName;
  readonly severity: Severity;
  /** Of rows, pages, files … */
  readonly count: number;
  /** At most EXAMPLES_MAX. */
  readonly examples: readonly string[];
  readonly what: string;
  readonly fix: string;
  /** How many of them `--repair` repaired. */
  readonly repaired: number;
}

const EXAMPLES_MAX = 5;
const EXAMPLE_CHARS_MAX = 400;

interface Found {
  /** Of a check whose severity is `as status`. The worst of all that are added counts. */
  readonly severity?: Severity;
  readonly count?: number;
  readonly repaired?: number;
  readonly examples: readonly string[];
}

/** What a run of the doctor gathers. */
export interface Findings {
  /** More of a check's finding; without a count as many as there are examples. */
  add(check: CheckName, found: Found): void;
  /** Something that is worth a line and no finding. */
  note(text: string): void;
  /** Does a part of the work; what the database's user may not do is noted. */
  attempt(what: string, work: () => Promise<void>): Promise<void>;
  readonly notes: readonly string[];
  /** In the order of CHECKS. */
  list(): readonly Finding[];
}

export function createFindings(): Findings {
  const found = new Map<
    CheckName,
    { severity: Severity; count: number; repaired: number; examples: string[] }
  >();
  const notes: string[] = [];
  return {
    add(check, { severity = "warning", count, repaired = 0, examples }) {
      const number = count ?? examples.length;
      if (number === 0) return;
      const so = found.get(check) ?? { severity, count: 0, repaired: 0, examples: [] };
      const more = examples.slice(0, EXAMPLES_MAX - so.examples.length);
      found.set(check, {
        severity: severity === "error" ? severity : so.severity,
        count: so.count + number,
        repaired: so.repaired + repaired,
        examples: [...so.examples, ...more.map((text) => text.slice(0, EXAMPLE_CHARS_MAX))],
      });
    },
    note: (text) => void notes.push(text),
    async attempt(what, work) {
      try {
        await work();
      } catch (error) {
        if (codeOf(error) !== "42501") throw error;
        notes.push(`${what}: this user of the database may not do that; run it as the owner`);
      }
    },
    notes,
    list: () =>
      (Object.keys(CHECKS) as CheckName[]).flatMap((check) => {
        const so = found.get(check);
        if (so === undefined) return [];
        const { severity, what, fix } = checkOf(check);
        return [{ check, ...so, ...(severity !== "as status" && { severity }), what, fix }];
      }),
  };
}

/** How many checks there are in these groups. */
export const countChecks = (groups: readonly Group[]): number =>
  Object.values(CHECKS).filter(({ group }) => groups.includes(group)).length;
