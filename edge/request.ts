import type { Context } from "hono";
import type { AnswerError } from "../shared/answer/types.ts";
import { FORMATS, type Format, isCallbackName, type PrintOptions } from "../shared/format/types.ts";
import { preferredLanguage } from "../shared/i18n/languages.ts";
import { PAGEID_MAX } from "../shared/interwiki/stored-titles.ts";
import { PAGES_MAX, TITLE_UNITS_MAX } from "../shared/protocol/pages.ts";

/** In which format and language a caller is answered: known even when the question is wrong. */
export interface Reply extends PrintOptions {
  readonly format: Format;
  /** Of errors, where it is another. */
  readonly errorFormat?: Format;
}

export type Parsed<T> =
  | { readonly kind: "query"; readonly query: T }
  | { readonly kind: "bad"; readonly error: AnswerError };

export const QUERY_LIMITS = {
  pages: PAGES_MAX,
  titleUnits: TITLE_UNITS_MAX,
  pageid: PAGEID_MAX,
  urlUnits: 8_192,
} as const;

export const DEFAULT_FARM = "WMF";

/** A parameter that is absent or empty (a form's untouched field) is undefined. */
export type Parameters = (name: string) => string | undefined;

export const bad = (code: string, message: string): { kind: "bad"; error: AnswerError } => ({
  kind: "bad",
  error: { code, message },
});

const QUOTED_UNITS = 40;
const escaped = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}}`;

/**
 * What a message may quote of a caller's text: short, on one line, and no markup wherever it is shown. What cannot stand there is
 * shown as an escape, so that callers recognise what they asked.
 */
export function quote(text: string): string {
  let shown = "";
  for (const character of text.slice(0, QUOTED_UNITS + 1)) {
    const next = /[\p{C}<>]|(?! )\p{Z}/u.test(character) ? escaped(character) : character;
    if (shown.length + next.length > QUOTED_UNITS) return `"${shown}…"`;
    shown += next;
  }
  return `"${shown}"`;
}

export const WIKI = /^([A-Za-z0-9_-]{1,64})(?:@([A-Za-z0-9_-]{1,32}))?$/;

/** `dewiki` or `dewiki@WMF`; null when it is neither. As written: MediaWiki's `$wgDBname` may have capitals (sources/store.ts). */
export function parseWiki(dbname: string): string | null {
  const [, name, farm = DEFAULT_FARM] = WIKI.exec(dbname) ?? [];
  return name === undefined ? null : `${name}@${farm}`;
}

function isLanguageTag(tag: string): boolean {
  return /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/.test(tag);
}

/** What an address answers in, as `format` names it; its own first. */
export type Offered = readonly [Format, ...string[]];

/** `named`: what was asked for; left out: the format that comes of another parameter. `programs`: where else these ask. */
export function badFormat(offered: readonly string[], named?: string, programs?: string): AnswerError {
  const others = offered.slice(0, -1).join(", ");
  const all = others === "" ? offered[0] : `${others} or ${offered.at(-1)}`;
  const not = named === undefined ? "" : `, not ${quote(named)}`;
  const rest = programs === undefined ? "" : `; programs ask ${programs}`;
  return { code: "bad-format", message: `this address answers in ${all}${not}${rest}` };
}

/**
 * Format, callback and language. An unreadable one is an error, answered in the address's own format.
 * `preferred` language: the browser's; used when the address names none.
 */
export function parseReply(
  parameter: Parameters,
  offered: Offered,
  preferred: string | undefined,
): { readonly reply: Reply; readonly error: AnswerError | null } {
  const lang = parameter("uselang") ?? parameter("lang");
  const callback = parameter("callback");
  const named = parameter("format");
  // Atom is of the feeds alone; a caller who asks for it elsewhere reads XML.
  const known = FORMATS.find((one) => one === named);
  const format = known ?? (named === undefined ? offered[0] : named === "atom" ? "xml" : "json");
  const plain = { format, callback: null, lang: "en" };
  if (named !== undefined && known === undefined) return { reply: plain, error: badFormat(offered, named) };
  if (callback !== undefined && !isCallbackName(callback))
    return {
      reply: plain,
      error: {
        code: "bad-callback",
        message:
          "callback must be a plain identifier: at most 64 letters, digits, _ and $, no digit in front, and no word that JavaScript keeps for itself",
      },
    };
  if (callback !== undefined && format !== "js" && format !== "json")
    return {
      reply: plain,
      error: {
        code: "bad-callback",
        message: "callback goes with format=js or format=json; leave out one of the two",
      },
    };
  if (lang !== undefined && !isLanguageTag(lang))
    return {
      reply: plain,
      error: {
        code: "bad-lang",
        message: `lang must be a language code such as en or zh-hant, not ${quote(lang)}`,
      },
    };
  // JSON with a callback is a script, whatever it calls itself.
  const script = callback === undefined ? format : "js";
  return {
    reply: { format: script, callback: callback ?? null, lang: lang ?? preferred ?? "en" },
    error: null,
  };
}

interface Replying {
  readonly reply: Reply;
  readonly error: AnswerError | null;
}

/** Path and parameters, as they were asked. No parser of URLs is needed: the runtime made it one. */
const addressOf = (c: Context): string => c.req.url.slice(c.req.url.indexOf("/", "https://".length));

/** In which "|" parts nothing. */
const OF_ONE_VALUE: ReadonlySet<string> = new Set([
  "url",
  "domain",
  "path",
  "prefix",
  "callback",
  "lang",
  "uselang",
  "since",
]);

/**
 * Parameters of an address; an empty one counts as left out, a repeated one as several values joined with "|", or where there cannot be
 * several, as the first.
 */
export function parametersOf(c: Context): Parameters {
  const search = new URLSearchParams(addressOf(c).replace(/^[^?]*/, ""));
  return (name) => {
    const values = [...new Set(search.getAll(name))].filter(Boolean);
    return (OF_ONE_VALUE.has(name) ? values[0] : values.join("|")) || undefined;
  };
}

/** The same of an address that may have a wiki in its path, there as `dbname`, and a page. */
export function parametersOfPath(c: Context): Parameters {
  const given = parametersOf(c);
  const { wiki: dbname, pageid } = c.req.param();
  const path: Readonly<Record<string, string | undefined>> = { dbname, pageid };
  return (name) => path[name] ?? given(name);
}

/**
 * How the caller of an address wants to be answered. `parameter`: where some parameters of the address are read otherwise.
 */
export function replyOf(c: Context, offered: Offered, parameter: Parameters = parametersOf(c)): Replying {
  const parsed = parseReply(parameter, offered, preferredLanguage(c.req.header("accept-language")));
  const replying = { ...parsed, reply: { ...parsed.reply, address: addressOf(c) } };
  const accepted = parameter("format") === undefined ? acceptedFormat(c.req.header("accept") ?? "") : null;
  if (accepted === null || replying.reply.format !== "html") return replying;
  return { ...replying, reply: { ...replying.reply, errorFormat: accepted } };
}

/** In which format a program takes an error; null: it is a browser, or does not say so. */
function acceptedFormat(accept: string): Format | null {
  if (/\btext\/html\b/i.test(accept)) return null;
  if (/\bapplication\/(?:[\w.-]+\+)?json\b/i.test(accept)) return "json";
  return /\b(?:application|text)\/xml\b/i.test(accept) ? "xml" : null;
}

/**
 * The same at an address that has not all formats. `programs`: where else to ask, of an address for people.
 */
export function replyAmong(c: Context, offered: Offered, programs?: string): Replying {
  const asked = replyOf(c, offered);
  return asked.error === null ? { ...asked, error: unfit(asked.reply, offered, programs) } : asked;
}

/** Why an address that has these formats cannot answer so; null: it can. */
export function unfit({ format, callback }: Reply, offered: Offered, programs?: string): AnswerError | null {
  if (!offered.includes(format)) return badFormat(offered, undefined, programs);
  // A document is no script by itself.
  if (format === "js" && callback === null)
    return {
      code: "bad-callback",
      message: "format=js needs callback= at this address: the name of the function to call",
    };
  return null;
}

/**
 * Whether a request looks like a page that somebody opened in a browser. Browsers say so by themselves where the address is
 * secure (Fetch Metadata); elsewhere they accept HTML, in some language. A script that says the same has
 * the allowance of people (crawler/origin/search/allowance.ts).
 */
export function isInteractive(header: (name: string) => string | undefined): boolean {
  const mode = header("sec-fetch-mode");
  if (mode !== undefined) return mode === "navigate" && header("sec-fetch-dest") === "document";
  return /\btext\/html\b/.test(header("accept") ?? "") && (header("accept-language") ?? "") !== "";
}
