import { memo } from "../../shared/url/memo.ts";

/** A final response head, as tolerantly read as browsers do. Names in lower case, values decoded as Latin-1, trimmed. */
export interface Head {
  /** The number of the status line, 0…9999; 200 where the line has none, as in Chromium. */
  readonly http: number;
  /** In the order sent, folded lines joined; repeated names stay apart. */
  readonly fields: readonly Field[];
}

export type Field = readonly [name: string, value: string];

export const NO_FIELD = ["", ""] as const;
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Without the blanks around. `trim` takes 0xA0 as well, in which letters of UTF-8 end: `/città`. */
export function trimmed(bytes: string): string {
  let [start, end] = [0, bytes.length];
  while (start < end && bytes.charCodeAt(start) <= SPACE) start++;
  while (start < end && bytes.charCodeAt(end - 1) <= SPACE) end--;
  return bytes.slice(start, end);
}
const SPACE = 0x20;

/** In lower case; null: no name of a field. Blanks before the colon are passed over. */
export const fieldName = memo(256, 40, (text) => {
  const name = text.trimEnd();
  return NAME.test(name) ? name.toLowerCase() : null;
});

/** Of these browsers take one value only. */
const ALONE: ReadonlySet<string> = new Set(["location", "content-disposition"]);

/** Different lengths, targets or names of a download: nobody can say which one holds, and browsers show an error page. */
export function contradicts(fields: Head["fields"]): boolean {
  let seen: Map<string, string> | null = null;
  let length: string | null = null;
  let lengths = false;
  let chunked = false;
  for (let at = 0; at < fields.length; at++) {
    const [name, value] = fields[at] ?? NO_FIELD;
    if (name === "content-length") {
      for (const each of value.includes(",") ? value.split(",") : [value]) {
        lengths ||= length !== null && each.trim() !== length;
        length = each.trim();
      }
    } else if (name === "transfer-encoding") chunked ||= isChunked(value);
    else if (ALONE.has(name)) {
      seen ??= new Map();
      if ((seen.get(name) ?? value) !== value) return true;
      seen.set(name, value);
    }
  }
  return lengths && !chunked;
}

export function saysClose(fields: Head["fields"]): boolean {
  for (let at = 0; at < fields.length; at++) {
    const [name, value] = fields[at] ?? NO_FIELD;
    if (name === "connection" && /close/i.test(value)) return true;
  }
  return false;
}

const isChunked = (value: string) => /(^|,)\s*chunked\s*$/i.test(value);

/** The last value of a field, which holds where browsers go by one of several. */
function lastOf(head: Head, name: string): string | null {
  let last: string | null = null;
  for (const [each, value] of head.fields) if (each === name) last = value;
  return last;
}

/** The first value of a field; null when the head does not have it. */
export function fieldOf(head: Head, name: string): string | null {
  for (const [each, value] of head.fields) if (each === name) return value;
  return null;
}

/** Content-Length in bytes; null when absent, negative or no number. */
export function contentLengthOf(head: Head): number | null {
  const value = fieldOf(head, "content-length");
  return value === null ? null : lengthOf(value);
}

/** Of several lengths that are the same, or that nobody goes by, the first. */
export function lengthOf(value: string): number | null {
  const length = value.includes(",") ? (value.split(",", 1)[0] ?? "").trim() : value.trim();
  return /^[0-9]{1,15}$/.test(length) ? Number(length) : null;
}

/** A length was announced that is none; browsers read on until the server closes. */
export const hasBadLength = (head: Head): boolean =>
  contentLengthOf(head) === null && fieldOf(head, "content-length") !== null;

/** Content-Type without parameters, lower case (WHATWG Fetch, "extract a MIME type"); null when that is no media type (60 KB of letters are none). */
export const mediaType = memo(256, 80, (value) => {
  const mime = value.slice(0, 256).split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? "";
  const slash = mime.indexOf("/");
  // RFC 6838, section 4.2. Counted here, as a pattern with such counts costs ten times as much.
  if (slash > 127 || mime.length - slash > 128) return null;
  return /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/.test(mime) ? mime : null;
});

/** How the end of a body is known (RFC 9112, section 6.3). */
export type Framing =
  | { readonly kind: "none" }
  | { readonly kind: "chunked" }
  | { readonly kind: "length"; readonly bytes: number }
  | { readonly kind: "until-close" };

export function framingOf(head: Head, method: "HEAD" | "GET"): Framing {
  if (method === "HEAD" || head.http === 204 || head.http === 304 || head.http === 101)
    return { kind: "none" };
  const coding = lastOf(head, "transfer-encoding");
  if (coding !== null && isChunked(coding)) return { kind: "chunked" };
  const bytes = contentLengthOf(head);
  return bytes === null ? { kind: "until-close" } : { kind: "length", bytes };
}
