import { counted } from "../../runtime/words.ts";
import type { Paint } from "../output/paint.ts";
import { harmless, wrapped } from "../output/text.ts";
import type { Finding } from "./findings.ts";

export interface Report {
  readonly findings: readonly Finding[];
  /** What was looked at or left out, and is no finding. */
  readonly notes: readonly string[];
  readonly checks: number;
  readonly full: boolean;
  /** A signal ended it before everything was looked at. */
  readonly stopped: boolean;
  readonly ms: number;
}

/** The report for people: each finding with examples and its fix, errors first. */
export function reportLines(
  { findings, notes, checks, stopped, ms }: Report,
  columns: number,
  paint: Paint,
): string[] {
  const sorted = [
    ...findings.filter(({ severity }) => severity === "error"),
    ...findings.filter(({ severity }) => severity === "warning"),
  ];
  const verdict = stopped
    ? paint("bad", `stopped before the end: ${counted(findings.length, "finding")} so far`)
    : findings.length === 0
      ? paint("good", `${checks} checks, no findings`)
      : paint("strong", `${checks} checks, ${findings.length} with findings`);
  return [
    ...sorted.flatMap((finding) => [...findingLines(finding, columns, paint), ""]),
    ...notes.flatMap((note) => indented(paint("quiet", "note "), note, columns)),
    `${verdict} (${(ms / 1_000).toFixed(1)} s)`,
  ];
}

function findingLines(
  { severity, check, what, count, examples, fix, repaired }: Finding,
  columns: number,
  paint: Paint,
): string[] {
  const more = count > examples.length ? ["…"] : [];
  const tone = severity === "error" ? "bad" : "doubt";
  return [
    `${paint(tone, severity)} ${paint("strong", check)} (${count})`,
    ...indented("  ", what, columns),
    ...[...examples.map(harmless), ...more].map((text) => `    ${text}`),
    ...indented("  fix: ", fix, columns),
    ...(repaired > 0 ? [`  repaired: ${repaired}`] : []),
  ];
}

function indented(label: string, text: string, columns: number): string[] {
  const [first = "", ...rest] = wrapped(harmless(text), Math.max(40, columns - 7));
  return [`${label}${first}`, ...rest.map((line) => `       ${line}`)];
}
