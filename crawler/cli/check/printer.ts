import { messages } from "../../../shared/i18n/messages.ts";
import type { CheckLine } from "../../check/run.ts";
import type { Clock } from "../../runtime/clock.ts";
import { aroundStatus } from "../../runtime/terminal.ts";
import type { Output } from "../io.ts";
import { createPaint } from "../paint.ts";
import { block } from "./block.ts";
import { briefLine, createTally } from "./brief.ts";

export interface Printer {
  print(line: CheckLine): Promise<void>;
  /** The summary, where there is more than one answer to sum up. */
  end(): Promise<void>;
}

interface Layout {
  /** A block for each answer; else a line. */
  readonly long: boolean;
  readonly colour: boolean;
  readonly allowPrivate: boolean;
  readonly clock: Clock;
}

/** Prints answers for people. The terminal may be resized while it does. */
export function createPrinter(out: Output, { long, colour, allowPrivate, clock }: Layout): Printer {
  const paint = createPaint(colour);
  const say = messages("en");
  const today = clock.today();
  const began = clock.now();
  const tally = createTally(today);
  const show = (rows: readonly string[]) => {
    const text = rows.map((row) => `${row}\n`).join("");
    return out.text(out.terminal ? aroundStatus(text) : text);
  };
  return {
    print(line) {
      const { columns } = out;
      const first = tally.checked === 0;
      const look = tally.add(line);
      if (!long) return show([briefLine(line, look, paint, columns)]);
      const rows = block(line, { paint, columns, today, say, allowPrivate });
      return show(first ? rows : ["", ...rows]);
    },
    async end() {
      if (tally.checked > 1) await show(["", ...tally.lines(clock.now() - began, paint, out.columns)]);
    },
  };
}
