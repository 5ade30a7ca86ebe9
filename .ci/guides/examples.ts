import { blocksOf } from "./blocks.ts";

/** What stands for what an example leaves out. */
export const LEFT_OUT = "…";

/** JSON as a document shows it: `{ "a": 1, … }` has the member "…", `[ … ]` is empty. */
export const readExample = (text: string): unknown =>
  JSON.parse(
    text
      .replace(/\{\s*…\s*\}/g, `{ "${LEFT_OUT}": true }`)
      .replace(/\{\s*…\s*,/g, `{ "${LEFT_OUT}": true,`)
      .replace(/,\s*…\s*(?=,\s*"[^"]+"\s*:)/g, "")
      .replace(/,\s*…\s*\}/g, `, "${LEFT_OUT}": true }`)
      .replace(/\[\s*…\s*\]/g, "[]")
      .replace(/,\s*…\s*(?=[,\]])/g, ""),
  );

/** A command at a terminal, and the lines that it printed. */
export interface Example {
  readonly line: string;
  readonly printed: readonly string[];
}

/** The examples in `console` blocks of a document, in order. */
export function examplesOf(page: string): Example[] {
  const lines = blocksOf(page)
    .filter(({ language }) => language === "console")
    .flatMap(({ text }) => text.trimEnd().split("\n"));
  const examples: { line: string; printed: string[] }[] = [];
  for (const line of lines) {
    if (line.startsWith("$ ")) examples.push({ line: line.slice(2), printed: [] });
    else examples.at(-1)?.printed.push(line);
  }
  return examples;
}

type Members = { readonly [key: string]: unknown };
const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const typeOf = (value: unknown): string => (Array.isArray(value) ? "list" : typeof value);

/**
 * Where a value has not the form that a document shows: other keys, or other types. `null` and what is empty may stand
 * for anything; of a list the first entries are compared.
 */
export function formErrors(shown: unknown, real: unknown, path = ""): string[] {
  if (shown === null || real === null) return [];
  if (Array.isArray(shown) && Array.isArray(real))
    return shown.length === 0 || real.length === 0 ? [] : formErrors(shown[0], real[0], `${path}[0]`);
  if (!isMembers(shown) || !isMembers(real))
    return typeOf(shown) === typeOf(real) ? [] : [`${path} is no ${typeOf(shown)}`];
  if (Object.keys(real).length === 0) return [];
  const missing = Object.keys(shown).filter((key) => key !== LEFT_OUT && !(key in real));
  const more = LEFT_OUT in shown ? [] : Object.keys(real).filter((key) => !(key in shown));
  return [
    ...missing.map((key) => `${path}.${key} is not there`),
    ...more.map((key) => `${path}.${key} is not shown`),
    ...Object.keys(shown)
      .filter((key) => key !== LEFT_OUT && key in real)
      .flatMap((key) => formErrors(shown[key], real[key], `${path}.${key}`)),
  ];
}
