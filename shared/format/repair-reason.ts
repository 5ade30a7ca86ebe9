import type { Messages } from "../i18n/messages.ts";
import type { RepairEdit } from "../repair/types.ts";

/** Keeps a text in a direction of its own (Unicode UAX 9): first strong isolate. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** Why an edit is as it is, in a language; null: it has no words for that. `parts`: what stands for its details. */
export function reasonInWords(
  say: Messages,
  { code, details = [], also }: Pick<RepairEdit, "code" | "details" | "also">,
  parts: readonly string[] = details.map(isolated),
): string | null {
  const first = say.maybe(`repair-reason-${code}`, ...parts);
  if (first === null || also === undefined) return first;
  const second = say.maybe(`repair-reason-${also}`);
  return second === null ? null : `${first} ${second}`;
}
