import { readTimestamp, type Version } from "../choice/version.ts";

/** A row of a CDX index: one capture, its members by name, "-" and "" left out. */
export interface CdxRow {
  readonly timestamp: string;
  readonly original: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** `broken`: no index, or the beginning of one. */
export type CdxAnswer =
  /** `resumeKey`: for the next part of a long answer; null: this is its end. */
  | { readonly kind: "rows"; readonly rows: readonly CdxRow[]; readonly resumeKey: string | null }
  | { readonly kind: "broken" };

const BROKEN = { kind: "broken" } as const;
/** The columns without a header, as in the text form of the Wayback Machine's CDX server. */
const COLUMNS = ["urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length"];
/** Columns by the letters with which the first line of a CDX file names them. */
const LETTERS: Readonly<Record<string, string>> = {
  N: "urlkey",
  b: "timestamp",
  a: "original",
  m: "mimetype",
  s: "statuscode",
  k: "digest",
  r: "redirect",
};
/** The names that pywb and arquivo.pt have for them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  url: "original",
  mime: "mimetype",
  status: "statuscode",
};

/**
 * Reads the answer of a CDX server in any of its forms: one JSON list with a header row (the Wayback Machine; also its
 * TimeMap in JSON), a JSON object a line, alone or behind key and time (pywb, arquivo.pt: CDXJ), or plain columns. Nothing at all is an
 * index without rows.
 */
export function readCdx(text: string): CdxAnswer {
  const source = text.replace(/^\ufeff/, "").trimEnd();
  if (source.trim() === "") return { kind: "rows", rows: [], resumeKey: null };
  if (source.trim().startsWith("[")) return readTable(source);
  const all = source.split(/\r\n|\n|\r/);
  // Behind an empty line stands a key for the next part of a long answer.
  const isKeyed = all.length > 2 && all.at(-2)?.trim() === "" && !/\s|[{}]/.test(all.at(-1) ?? "");
  const lines = all.slice(0, isKeyed ? -2 : undefined).filter((line) => line.trim() !== "");
  const [first = ""] = lines;
  const header = /^ ?CDX ((?:[a-zA-Z] ?)+)$/.exec(first.trimEnd())?.[1];
  const names =
    header === undefined
      ? COLUMNS
      : header
          .trim()
          .split(" ")
          .map((letter) => LETTERS[letter] ?? letter);
  const given = header === undefined ? lines : lines.slice(1);
  const columns = given.map((line) => line.trim().split(/ +/));
  const rows = given.map((line, at) => readObject(line) ?? readColumns(names, columns[at] ?? []));
  // Each line is whole, with as many columns as the others, or this is something else, or its end is missing.
  const isWhole =
    rows.every((row) => row !== null) &&
    (given.some(isObject) || columns.every(({ length }) => length === columns[0]?.length));
  const resumeKey = isKeyed ? keyOf(all.at(-1)?.trim()) : null;
  return isWhole ? { kind: "rows", rows: rows.filter((row) => row !== null), resumeKey } : BROKEN;
}

function readTable(text: string): CdxAnswer {
  const table = parsed(text);
  if (!Array.isArray(table)) return BROKEN;
  const [header, ...lines] = table as readonly unknown[];
  if (header === undefined) return { kind: "rows", rows: [], resumeKey: null };
  if (!isTexts(header)) return BROKEN;
  const named = header.some((name) => nameOf(name) === "timestamp");
  const names = named ? header : COLUMNS;
  // Behind an empty row stands a key for the next part of a long answer.
  const end = lines.findIndex((line) => Array.isArray(line) && line.length === 0);
  const given = [...(named ? [] : [header]), ...(end < 0 ? lines : lines.slice(0, end))];
  const rows = given.flatMap((line) => (isTexts(line) ? (rowOf(names, line) ?? []) : []));
  // Of what there is nothing can be read, which is not nothing.
  if (rows.length === 0 && given.length > 0) return BROKEN;
  const after = end < 0 ? null : lines[end + 1];
  return { kind: "rows", rows, resumeKey: Array.isArray(after) ? keyOf(after[0]) : null };
}

/** Keys are written as they stand in a query. */
function keyOf(given: unknown): string | null {
  if (typeof given !== "string" || given === "") return null;
  return [...new URLSearchParams(`key=${given}`).values()][0] ?? null;
}

/** `{…}`, or `urlkey timestamp {…}` (CDXJ). */
const OBJECT = /^(?:(\S+) (\d{4,20}) )?(\{.*\})$/;
const isObject = (line: string): boolean => OBJECT.test(line.trim());

function readObject(line: string): CdxRow | null {
  const [, urlkey, timestamp, object = ""] = OBJECT.exec(line.trim()) ?? [];
  const value = parsed(object);
  if (typeof value !== "object" || value === null) return null;
  const members = Object.entries({ ...value, ...(timestamp !== undefined && { urlkey, timestamp }) }).filter(
    ([, member]) => isText(member),
  );
  return rowOf(
    members.map(([name]) => name),
    members.map(([, member]) => member),
  );
}

const readColumns = (names: readonly string[], columns: readonly string[]): CdxRow | null =>
  columns.length >= 3 && columns.length <= 12 ? rowOf(names, columns) : null;

const nameOf = (name: unknown): string => OTHER_NAMES[String(name)] ?? String(name);
const isText = (value: unknown): boolean => typeof value === "string" || typeof value === "number";
const isTexts = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isText(one) || one === null);

function rowOf(names: readonly unknown[], values: readonly unknown[]): CdxRow | null {
  const fields: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const value = values[at] ?? "-";
    if (value !== "-" && value !== "") fields[nameOf(name)] = String(value);
  }
  const { timestamp, original } = fields;
  if (timestamp === undefined || original === undefined || !/^\d{4,20}$/.test(timestamp)) return null;
  return { timestamp, original, fields };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Of a capture of another URL, or with a time that is none: null. `addressOf`: where readers see it. */
export function versionOfCdx(row: CdxRow, addressOf: (timestamp: string) => string): Version | null {
  const time = readTimestamp(row.timestamp);
  if (time === null) return null;
  const { mimetype, statuscode = "", digest, redirect } = row.fields;
  const mime = mimetype?.toLowerCase().split(";")[0]?.trim();
  return {
    ...time,
    http: /^\d{3}$/.test(statuscode) ? Number(statuscode) : null,
    mime: mime ?? null,
    digest: digest?.replace(/^sha1:/i, "") ?? null,
    revisit: mime === "warc/revisit",
    redirect: redirect !== undefined,
    address: addressOf(row.timestamp),
  };
}
