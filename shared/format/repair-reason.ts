import type { Messages } from "../i18n/messages.ts";
import type { RepairEdit } from "../repair/types.ts";

/** Keeps a text in a direction of its own (Unicode UAX 9): first strong isolate. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Why an edit is as it is, in a language; null: it has no words for that. */
export function reasonInWords(
  say: Messages,
  { code, details = [], also }: Pick<RepairEdit, "code" | "details" | "also">,
): string | null {
  const first = say.maybe(`repair-reason-${code}`, ...details.map(isolated));
  const second = also === undefined ? "" : say.maybe(`repair-reason-${also}`);
  return first === null || second === null ? null : `${first} ${second}`.trim();
}
