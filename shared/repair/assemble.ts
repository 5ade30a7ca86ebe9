import { firstIndexOf } from "./first-index.ts";
import type { Plan } from "./plan.ts";
import { reasonOf } from "./reasons.ts";
import type { RepairEdit } from "./types.ts";
import { spansParagraphs } from "./wikitext/lines.ts";

/** A range of the page and what is written there for one link. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly after: string;
  readonly plan: Plan;
}

/** Pieces for one link that are closer become one edit. */
const GAP_CHARS_MAX = 300;
const WORD_CHARS_MAX = 60;
const CONTEXT_CHARS_MAX = 200;
/** How much context is taken in, step by step, until an edit cannot be mistaken. */
const CONTEXT_CHARS = [15, 60, 200, Number.POSITIVE_INFINITY];

/**
 * Turns plans into edits, in the order of the page. `before` of each is not empty, lies within a paragraph, and its first
 * occurrence after the edit before it is the right one, so that applying one after the other gives `wikitext`.
 */
export function assemble(text: string, plans: readonly Plan[]): { wikitext: string; edits: RepairEdit[] } {
  const pieces = withRoom(text, joined(text, withoutOverlaps(plans.flatMap((plan) => piecesOf(text, plan)))));
  const edits: RepairEdit[] = [];
  let wikitext = "";
  let cursor = 0;
  const write = ({ start, end, after, plan: { link, kind, reason } }: Piece): void => {
    wikitext += text.slice(cursor, start) + after;
    cursor = end;
    edits.push({ url: link.url, kind, before: text.slice(start, end), after, ...reason });
  };
  for (const [index, piece] of pieces.entries()) {
    const limit = limitFor(text, piece, pieces[index + 1]);
    const found = unmistakable(text, anchored(text, piece, cursor, limit), cursor, limit);
    const before = text.slice(found.start, found.end);
    for (;;) {
      const start = firstIndexOf(text, before, cursor);
      const end = start + before.length;
      if (start < 0 || end === cursor || end > found.start) break;
      const plan: Plan = { ...piece.plan, kind: "none", reason: reasonOf("lookalike") };
      write({ start, end, after: before, plan });
    }
    write(found);
  }
  return { wikitext: wikitext + text.slice(cursor), edits };
}

/** How far a piece may reach: an insertion after it needs a letter of its own. */
function limitFor(text: string, piece: Piece, next: Piece | undefined): number {
  if (next === undefined) return text.length;
  if (next.start < next.end) return next.start;
  return Math.max(piece.end, next.start - (isLowSurrogate(text, next.start - 1) ? 2 : 1));
}

function piecesOf(text: string, plan: Plan): Piece[] {
  const { start, end, splices } = plan;
  if (splices.length === 0) return [{ start, end, after: text.slice(start, end), plan }];
  return splices.map((splice) => ({ start: splice.start, end: splice.end, after: splice.text, plan }));
}

/**
 * Sorted; where two claim the same place, the one that changes something stays, or the first one with all of its pieces. A plan
 * that claims a place twice is none.
 */
function withoutOverlaps(pieces: readonly Piece[]): Piece[] {
  const isChange = ({ plan }: Piece) => plan.splices.length > 0;
  const inOrder = [...pieces].sort((one, other) => one.start - other.start || one.end - other.end);
  const dropped = new Set<Plan>();
  const changes: Piece[] = [];
  for (const piece of inOrder.filter(isChange)) {
    const last = changes.at(-1);
    if (last !== undefined && piece.start < last.end) dropped.add(piece.plan);
    else changes.push(piece);
  }
  const kept: Piece[] = [];
  for (const piece of inOrder) {
    if (dropped.has(piece.plan)) continue;
    const last = kept.at(-1);
    const overlaps = last !== undefined && piece.start < last.end;
    if (overlaps && !isChange(piece)) continue;
    if (overlaps && !isChange(last)) kept.pop();
    kept.push(piece);
  }
  return kept;
}

/** Neighbouring pieces for one link as one, unless a paragraph ends between them. */
function joined(text: string, pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const gap = last === undefined ? "" : text.slice(last.end, piece.start);
    const joins =
      last?.plan === piece.plan &&
      gap.length <= GAP_CHARS_MAX &&
      !spansParagraphs(text.slice(last.start, piece.end));
    if (!joins) out.push(piece);
    else out[out.length - 1] = { ...last, end: piece.end, after: last.after + gap + piece.after };
  }
  return out;
}

/** An insertion between two pieces that touch has no text of its own: the first one gives some, or takes it up. */
function withRoom(text: string, pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    const last = out.at(-1);
    const limit = pieces[index + 1]?.start ?? text.length;
    if (last === undefined || piece.start !== last.end || piece.end !== piece.start || limit > piece.end) {
      out.push(piece);
    } else if (last.plan.splices.length > 0) {
      out[out.length - 1] = { ...last, after: last.after + piece.after };
    } else {
      const end = last.end - (isLowSurrogate(text, last.end - 1) ? 2 : 1);
      out[out.length - 1] = { ...last, end, after: text.slice(last.start, end) };
      out.push(piece);
    }
  }
  return out;
}

const isLowSurrogate = (text: string, at: number): boolean => /[\udc00-\udfff]/.test(text.charAt(at));

/** With what it changes in sight: the parameter or link before an insertion, the parameter of a value. */
function anchored(text: string, piece: Piece, cursor: number, limit: number): Piece {
  const inserts = piece.end === piece.start;
  if (!inserts && (piece.plan.splices.length === 0 || text.charAt(piece.start - 1) !== "=")) return piece;
  const start = Math.max(cursor, contextStart(text, piece.start));
  if (start < piece.start || !inserts) return widened(text, piece, start, piece.end, cursor, limit);
  let end = piece.end;
  while (end < limit && end - piece.end < WORD_CHARS_MAX && !/\s/.test(text.charAt(end))) end++;
  return widened(text, piece, start, Math.min(limit, Math.max(end, piece.end + 1)), cursor, limit);
}

/** The nearest bar or bracket before a position in its line, or else the word before it. */
function contextStart(text: string, position: number): number {
  const from = lineStart(text, position, CONTEXT_CHARS_MAX);
  const part = text.slice(from, position);
  const mark = Math.max(part.lastIndexOf("|"), part.lastIndexOf("["));
  return from + (mark >= 0 ? mark : part.trimEnd().search(/\S*$/));
}

function widened(text: string, piece: Piece, from: number, to: number, cursor: number, limit: number): Piece {
  const start = from > cursor && isLowSurrogate(text, from) ? from - 1 : from;
  const end = to < limit && isLowSurrogate(text, to) ? to + 1 : to;
  const after = text.slice(start, piece.start) + piece.after + text.slice(piece.end, end);
  return { ...piece, start, end, after };
}

/** With as much of its lines as is needed for its text to be found first where it stands. */
function unmistakable(text: string, piece: Piece, cursor: number, limit: number): Piece {
  let found = piece;
  for (const chars of [0, ...CONTEXT_CHARS]) {
    const start = Math.max(cursor, lineStart(text, piece.start, chars));
    const end = Math.min(limit, lineEnd(text, piece.end, chars));
    found = widened(text, piece, start, end, cursor, limit);
    if (firstIndexOf(text, text.slice(found.start, found.end), cursor) === found.start) break;
  }
  return found;
}

/** The beginning of the line, or of the part of it that is so many characters long. */
function lineStart(text: string, position: number, chars: number): number {
  const from = Math.max(0, position - chars);
  const line = text.slice(from, position).lastIndexOf("\n");
  return line < 0 ? from : from + line + 1;
}

function lineEnd(text: string, position: number, chars: number): number {
  const part = text.slice(position, Math.min(text.length, position + chars));
  const line = part.indexOf("\n");
  return position + (line < 0 ? part.length : line);
}
