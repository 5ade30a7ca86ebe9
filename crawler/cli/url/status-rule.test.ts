import { expect, test } from "vitest";
import { asDay } from "../../../shared/calendar/day.ts";
import type { HistoryEntry } from "../../../shared/history/types.ts";
import type { NoteKey } from "../../../shared/status/note.ts";
import type { Status } from "../../../shared/status/table.ts";
import { statusRule } from "./status-rule.ts";

test.each<[Partial<Omit<HistoryEntry, "status">> & { status: number }, readonly NoteKey[], string | null]>([
  [{ status: 1, http: 200 }, [], "table"],
  [{ status: 2, http: 200 }, ["certificate-expired"], "fine-unverified"],
  [{ status: 7, http: 404 }, ["status-corrected"], "corrected"],
  [{ status: 8, http: 301 }, ["moved"], "redirect"],
  [{ status: 8, http: 404, deadEnd: true }, ["redirect-to-error"], "redirect-to-error"],
  [{ status: 8, http: null, deadEnd: true }, ["redirect-to-error"], "redirect-to-failure"],
  [{ status: 9, http: 302, deadEnd: true }, ["redirect-nowhere"], "redirect-nowhere"],
  [{ status: 8, http: 403, refused: true }, [], "redirect-to-refusal"],
  [{ status: 17, http: 403 }, [], "refused"],
  [{ status: 1, http: 200, refused: true }, ["robot-wall"], "refused"],
  [{ status: 18, http: 404 }, [], "error"],
  [{ status: 39, http: 502, checks: 0 }, [], "host-away"],
  [{ status: 63, http: 200 }, ["http-needed", "certificate-expired"], "fine-without-tls"],
  [{ status: 63, http: 200 }, [], "mere-change"],
  [{ status: 64 }, [], null],
  [{ status: 65 }, [], "dns-refused"],
  [{ status: 66 }, [], "dns-unknown"],
  [{ status: 67 }, [], "address-silent"],
])("the rule of %j with %j: %s", ({ status, ...rest }, notes, rule) => {
  const entry: HistoryEntry = {
    status: status as Status,
    http: null,
    first: asDay(1),
    last: asDay(1),
    deadEnd: false,
    checks: 1,
    ...rest,
  };
  expect(
    statusRule(
      entry,
      notes.map((key) => ({ key })),
    ),
  ).toBe(rule);
});
