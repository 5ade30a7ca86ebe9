import fc from "fast-check";
import { asDay, type Day } from "../../calendar/day.ts";
import { httpOfStatus, type Status } from "../../status/table.ts";
import { fold } from "../fold.ts";
import type { History } from "../types.ts";

export interface Look {
  /** Days since the look before. */
  readonly gap: number;
  readonly status: Status;
  readonly deadEnd?: boolean;
  readonly refused?: boolean;
}

/** As a crawler folds them, with what was pushed out; the last look is that of `until`. */
export function historyOfChecks(looks: readonly Look[], until: Day): History {
  let day = until - looks.reduce((sum, { gap }) => sum + gap, 0);
  return looks.reduce<History>((history, { gap, status, deadEnd = false, refused = false }) => {
    day += gap;
    return fold(history, { status, http: httpOfStatus(status), deadEnd, refused }, asDay(day));
  }, []);
}

const look = fc.record({
  gap: fc.nat(40),
  status: fc.constantFrom(1, 1, 18, 18, 40, 66, 9, 17, 26).map((status) => status as Status),
  deadEnd: fc.constantFrom(false, false, false, true),
  refused: fc.constantFrom(false, false, false, true),
});
/** Of most that are unreachable. */
const deadAtLast = fc
  .record({ looks: fc.nat(20), status: fc.constantFrom(18, 40, 66) })
  .map(({ looks, status }) =>
    Array.from({ length: looks }, (): Look => ({ gap: 14, status: status as Status })),
  );

/** Histories of at most two and a half years up to `until`: more than half of them have more behind them than their entries. */
export const anyHistoryUntil = (until: Day): fc.Arbitrary<History> =>
  fc
    .tuple(fc.array(look, { maxLength: 14 }), deadAtLast)
    .map(([before, after]) => historyOfChecks([...before, ...after], until));
