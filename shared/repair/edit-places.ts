import * as z from "zod/mini";
import { described, type Shape, text, whole } from "../json/shape.ts";
import { firstIndexOf } from "./first-index.ts";
import { type RepairEdit, RepairEdit as RepairEditSchema } from "./types.ts";

/** Around an edit, where its line is longer: what a person needs to find it. */
const CONTEXT_CHARS = { before: 80, after: 120 };
const HEADING_CHARS_MAX = 200;

/** An edit, and where a person finds it in the page as it is now. */
export const PlacedEdit = z.extend(RepairEditSchema, {
  line: described("Of the page's wikitext, from 1 on, as the wiki's own comparisons count.", whole()),
  section: text("The nearest heading above it, as its wikitext has it; empty above the first one."),
  context: text("A part of that line, with the text of the link or the title of the reference."),
});
export type PlacedEdit = Shape<typeof PlacedEdit>;

/** The text of a heading, `== History ==`; null of any other line. Bounded, as pages are hostile. */
function headingOf(line: string): string | null {
  const trimmed = line.slice(0, HEADING_CHARS_MAX).trimEnd();
  let level = 0;
  while (
    level < 6 &&
    trimmed[level] === "=" &&
    trimmed.at(-1 - level) === "=" &&
    trimmed.length > 2 * level + 2
  )
    level++;
  return level === 0 ? null : trimmed.slice(level, -level).trim();
}

/** A part of a line around a position; no character is cut in two. */
function contextOf(line: string, position: number): string {
  const from = Math.max(0, position - CONTEXT_CHARS.before);
  const part = line.slice(from, position + CONTEXT_CHARS.after);
  return part.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "").trim();
}

/** Where each edit stands in the wikitext before them: found as those who apply them find it, in one walk over the lines. */
export function placeEdits(wikitext: string, edits: readonly RepairEdit[]): PlacedEdit[] {
  const lines = wikitext.split("\n");
  let [line, lineStart, cursor, section] = [0, 0, 0, headingOf(lines[0] ?? "") ?? ""];
  return edits.map((edit) => {
    const start = firstIndexOf(wikitext, edit.before, cursor);
    cursor = start + edit.before.length;
    for (; start > lineStart + (lines[line] ?? "").length; line++) {
      lineStart += (lines[line] ?? "").length + 1;
      section = headingOf(lines[line + 1] ?? "") ?? section;
    }
    return { ...edit, line: line + 1, section, context: contextOf(lines[line] ?? "", start - lineStart) };
  });
}
