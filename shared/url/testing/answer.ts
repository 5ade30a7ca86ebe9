import { classify } from "../classify.ts";

/** An answer of `classify` in the form of the examples. */
export function answerOf(input: string): string {
  const found = classify(input);
  if (found.kind === "resource") return found.url;
  const url = found.kind === "ignored" && found.url !== null ? ` ${found.url}` : "";
  return `${found.kind} ${found.reason}${url}`;
}
