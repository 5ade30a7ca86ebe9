import { styleText } from "node:util";
import type { UrlAnswer } from "../../../shared/answer/types.ts";
import type { Day } from "../../../shared/calendar/day.ts";
import { causeInWords, noteValue, verdictInWords } from "../../../shared/format/html/words.ts";
import type { Messages } from "../../../shared/i18n/messages.ts";
import type { Note } from "../../../shared/status/note.ts";
import type { Verdict } from "../../../shared/verdict/types.ts";
import { harmless } from "./text.ts";

/** What a colour says; which colour it is, is decided here alone. */
export type Tone = "good" | "news" | "doubt" | "wall" | "bad" | "quiet" | "strong";
export type Paint = (tone: Tone, text: string) => string;

/** Of the 16 colours that every terminal has and lets its owner choose. */
const STYLES = {
  good: "green",
  news: "cyan",
  doubt: "yellow",
  wall: "magenta",
  bad: "red",
  quiet: "gray",
  strong: "bold",
} as const satisfies Record<Tone, Parameters<typeof styleText>[0]>;

/**
 * @param colour whether to paint at all. `styleText` is Bun's and Node's own; what it thinks of the process's streams is
 * not asked, as the answer may go elsewhere.
 */
export function createPaint(colour: boolean): Paint {
  return colour
    ? (tone, text) => (text === "" ? "" : styleText(STYLES[tone], text, { validateStream: false }))
    : (_, text) => text;
}

interface Wishes {
  /** `--color`, `--no-color`; absent: neither was given. */
  readonly color?: boolean | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The output is a terminal. */
  readonly terminal: boolean;
}

/** The option decides, then NO_COLOR (no-color.org), then FORCE_COLOR as Node reads it, then the terminal; empty is not set. */
export function coloured({ color, env: { NO_COLOR, FORCE_COLOR, TERM }, terminal }: Wishes): boolean {
  if (color !== undefined) return color;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "") return !/^(0|false)$/.test(FORCE_COLOR);
  return terminal && TERM !== "dumb";
}

export const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = {
  working: "good",
  doubtful: "doubt",
  unreachable: "bad",
  refused: "wall",
  unknown: "quiet",
  invalid: "bad",
  spam: "bad",
  internal: "quiet",
};

/** What an HTML answer says of a URL, from the same messages: verdict and evidence; typical causes, notes. */
export function answerInWords(
  say: Messages,
  answer: UrlAnswer,
  today: Day,
): { readonly first: string; readonly more: readonly string[] } {
  const cause = causeInWords(say, answer);
  return {
    first: verdictInWords(say, answer, today),
    more: [
      ...(cause === null ? [] : [say.text("labelled", say.text("meaning-label"), cause)]),
      ...answer.notes.map((note) => noteInWords(say, note, today)),
    ],
  };
}

function noteInWords(say: Messages, note: Note, today: Day): string {
  const words = say.maybe(`note-${note.key}`) ?? note.key;
  const value = noteValue(say, note, today);
  return value === null ? words : say.text("labelled", words, harmless(value.text));
}
