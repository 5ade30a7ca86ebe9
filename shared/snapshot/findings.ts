import type { Day } from "../calendar/day.ts";
import { arrangedBy } from "./arrange.ts";
import { readHead } from "./decode.ts";
import { readHistory } from "./history.ts";
import {
  FLAG_ARCHIVES,
  FLAG_HISTORY,
  FLAG_MIME,
  FLAG_NOTES,
  FLAG_REPLACEMENT,
  FLAG_REPORTS,
  MAGIC,
  SNAPSHOT_LIMITS,
  SNAPSHOT_VERSION,
} from "./layout.ts";
import { Damage, FrontCoded, NUMBER_MAX, Reader } from "./reader.ts";

/** A presumed unreachable URL as a gadget is told of it. */
export interface Finding {
  readonly url: string;
  readonly status: number;
  readonly http: number | null;
  readonly since: Day;
  readonly last: Day;
  readonly checks: number;
  /** The failures began before the newest entry of the history. */
  readonly mixed: boolean;
  readonly deadEnd: boolean;
  readonly archive: string | null;
  readonly replacement: string | null;
  readonly reports: number;
}

interface Findings {
  /** How many links the page has. */
  readonly total: number;
  /** Throws `Damage`. */
  readonly each: Iterable<Finding>;
}

/**
 * What a gadget is told of a page that day, without making more of the value than that: most of the time that an answer about a
 * long page took went into objects and texts of which nothing was told. Null: not so arranged, or damaged; decodeSuspects tells.
 */
export function readFindings(
  value: Uint8Array,
  today: Day,
  { allowPrivate }: { readonly allowPrivate: boolean },
): Findings | null {
  const reader = new Reader(value);
  try {
    for (const expected of [...MAGIC, SNAPSHOT_VERSION]) if (reader.byte() !== expected) return null;
    const arranged = arrangedBy(reader.byte());
    if (arranged === null || (arranged.isPrivate && !allowPrivate)) return null;
    reader.sealed();
    const { asOf } = readHead(reader).page;
    const { unwatched, suspects, count } = reader.counts();
    const state = { reader, asOf, today, url: new FrontCoded(), archive: new FrontCoded() };
    return { total: count + unwatched, each: findings(state, suspects) };
  } catch (error) {
    if (error instanceof Damage) return null;
    throw error;
  }
}

interface State {
  readonly reader: Reader;
  readonly asOf: Day;
  readonly today: Day;
  readonly url: FrontCoded;
  readonly archive: FrontCoded;
}

function* findings(state: State, suspects: number): Generator<Finding> {
  for (let left = suspects; left > 0; left--) {
    const finding = readFinding(state);
    if (finding !== null) yield finding;
  }
}

function readFinding(state: State): Finding | null {
  const { reader, asOf, today } = state;
  reader.frontCoded(state.url);
  const { turn, sooner, checks } = reader.judged();
  const flags = reader.byte();
  const [newest] = flags & FLAG_HISTORY ? readHistory(reader, asOf, { wanted: "newest" }) : [];
  if (newest === undefined) throw new Damage("a suspect that was never checked");
  const { status, http, first, last, deadEnd } = newest;
  if (flags & FLAG_NOTES) passOverNotes(reader);
  if (flags & FLAG_MIME) for (const max of [SNAPSHOT_LIMITS.dictionary, NUMBER_MAX]) reader.varint(max);
  // Texts are what costs.
  const url = turn > Math.max(0, today - last) ? null : reader.textOf(state.url.whole);
  const archive = flags & FLAG_ARCHIVES ? readFirstArchive(state, url) : null;
  const replacement = flags & FLAG_REPLACEMENT ? reader.text() : null;
  const reports = flags & FLAG_REPORTS ? reader.varint(NUMBER_MAX) : 0;
  if (url === null) return null;
  const since = reader.day(first - sooner);
  return {
    url,
    status,
    http,
    since,
    last,
    checks,
    mixed: sooner > 0,
    deadEnd,
    archive,
    replacement,
    reports,
  };
}

function passOverNotes(reader: Reader): void {
  for (let left = reader.varint(SNAPSHOT_LIMITS.notes); left > 0; left--)
    if (reader.varint(NUMBER_MAX) % 2 === 1) reader.bytes(reader.varint(SNAPSHOT_LIMITS.textBytes));
}

/** The first of which a version is chosen (A1). `url` null: none is wanted. */
function readFirstArchive({ reader, archive }: State, url: string | null): string | null {
  let chosen: string | null = null;
  for (let left = reader.varint(SNAPSHOT_LIMITS.archives); left > 0; left--) {
    const isOwn = reader.varint(NUMBER_MAX) % 2 === 1;
    reader.frontCoded(archive);
    if (url === null || chosen !== null || (archive.length === 0 && !isOwn)) continue;
    const rest = reader.textOf(archive.whole);
    chosen = isOwn ? rest + url : rest;
  }
  return chosen;
}
