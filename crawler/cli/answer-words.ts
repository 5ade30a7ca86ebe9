import type { UrlAnswer } from "../../shared/answer/types.ts";
import type { Day } from "../../shared/calendar/day.ts";
import { causeInWords, evidenceInWords, noteValue } from "../../shared/format/html/words.ts";
import type { Messages } from "../../shared/i18n/messages.ts";
import type { Note } from "../../shared/status/note.ts";
import type { Verdict } from "../../shared/verdict/types.ts";
import type { Tone } from "./paint.ts";
import { harmless } from "./text.ts";

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

/** What a reader is told of a URL, as in an HTML answer and from the same messages: verdict and evidence; typical causes, notes. */
export function answerInWords(
  say: Messages,
  answer: UrlAnswer,
  today: Day,
): { readonly first: string; readonly more: readonly string[] } {
  const evidence = evidenceInWords(say, answer, today);
  const cause = causeInWords(say, answer);
  return {
    first: [say.text(`verdict-${answer.verdict}`), ...(evidence === null ? [] : [evidence])].join(": "),
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
