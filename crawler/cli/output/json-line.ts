import { type InputLine, whyWrong } from "./lines.ts";

/** A line of JSON, parsed, or what is wrong with it. @param sample what a line looks like, for those whose line does not */
export function parseJsonLine(
  line: InputLine,
  sample: string,
): { readonly input: unknown } | { readonly error: string } {
  if ("wrong" in line) return { error: whyWrong(line) };
  try {
    return { input: JSON.parse(line.text) };
  } catch (error) {
    return { error: `line ${line.number} is no JSON (${why(error)}); give a line such as ${sample}` };
  }
}

/** The parser's own words, which quote the line. */
const REASON_CHARS_MAX = 100;

function why(error: unknown): string {
  const message = error instanceof Error ? error.message.replace(/^JSON Parse error: /, "") : "";
  return message.length > REASON_CHARS_MAX ? `${message.slice(0, REASON_CHARS_MAX)}…` : message;
}

/** The id of a wrong line, if it can be made out, so that a program finds the line again. */
export function idOf(input: unknown): { readonly id?: string | number } {
  if (typeof input !== "object" || input === null || !("id" in input)) return {};
  const { id } = input;
  const kept = typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER);
  return kept ? { id } : {};
}
