import { messages } from "../../../shared/i18n/messages.ts";
import { SOMEBODY_THERE } from "../../classify/failure.ts";
import type { Clock } from "../../runtime/clock.ts";
import { aroundStatus } from "../../runtime/log.ts";
import type { Output } from "../output/io.ts";
import { createPaint } from "../output/paint.ts";
import { wrapped } from "../output/text.ts";
import { block } from "./block.ts";
import { briefLine, createTally } from "./brief.ts";
import type { CheckLine } from "./line.ts";

export interface Printer {
  print(lines: readonly CheckLine[]): Promise<void>;
  /** The summary, where there is more than one answer to sum up. */
  end(): Promise<void>;
}

interface Layout {
  /** A block for each answer; else a line. */
  readonly long: boolean;
  /** With all requests, where it is a block. */
  readonly requests: boolean;
  readonly colour: boolean;
  readonly allowPrivate: boolean;
  readonly clock: Clock;
}

/** Nobody was there; also where it is this machine that is not. */
const SILENT: ReadonlySet<string> = new Set([
  "dns-unknown",
  "connect-refused",
  "connect-timeout",
  "timeout",
  "address-silent",
  "host-away",
]);
/** Failures of a machine that is not connected, and seldom of others. */
const CUT_OFF: ReadonlySet<string> = new Set(["dns-refused", "dns-failed", "dns-timeout", "unreachable"]);
const HINT =
  "nobody answered at all: if this machine is not connected, this says nothing about the addresses";

/** Whether so much silence may be our own. */
function createDoubt() {
  let silent = 0;
  let cutOff = false;
  let heard = false;
  return {
    add({ chain, rule, notes }: CheckLine): void {
      // Whose robots.txt forbids a page was heard as well.
      heard ||= chain.length > 0 || SOMEBODY_THERE.has(rule) || notes.some(({ key }) => key === "left-alone");
      cutOff ||= CUT_OFF.has(rule);
      if (SILENT.has(rule)) silent++;
    },
    isIn: () => !heard && (silent > 1 || cutOff),
  };
}

/** Prints answers for people. The terminal may be resized while it does. */
export function createPrinter(out: Output, { long, requests, colour, allowPrivate, clock }: Layout): Printer {
  const paint = createPaint(colour);
  const say = messages("en");
  const today = clock.today();
  const began = clock.now();
  const tally = createTally(today);
  const doubt = createDoubt();
  const show = (rows: readonly string[]) => {
    const text = rows.map((row) => `${row}\n`).join("");
    return out.text(out.terminal ? aroundStatus(text) : text);
  };
  return {
    async print(lines) {
      for (const line of lines) {
        const { columns } = out;
        const first = tally.checked === 0;
        doubt.add(line);
        const result = tally.add(line);
        const rows = long
          ? block(line, { paint, columns, today, say, allowPrivate, requests })
          : [briefLine(line, result, paint, columns)];
        await show(first || !long ? rows : ["", ...rows]);
      }
    },
    async end() {
      if (doubt.isIn()) await show(["", ...wrapped(HINT, out.columns - 1).map((row) => paint("doubt", row))]);
      if (tally.checked > 1) await show(["", ...tally.lines(clock.now() - began, paint, out.columns)]);
    },
  };
}
