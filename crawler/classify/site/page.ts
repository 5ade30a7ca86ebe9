import { walkMarkup } from "../markup.ts";
import { NOT_FOUND } from "../signatures/not-found.ts";
import { PARKING_MACHINERY } from "../signatures/parking.ts";

/** FNV-1a to 24 bits: five characters when stored. */
export function hash24(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 24)) & 0xffffff;
}

/** A text of a page, as a number. */
export interface Block {
  readonly hash: number;
  /** The number with what seems to echo the address: at `/page.html` the word "page" may be a mere word of the text. */
  readonly written: number;
  readonly words: number;
  /** It is short and says in a main language that something is not there; perhaps not the page. */
  readonly isNotice: boolean;
}

/** What is compared of pages (C7): bounded texts in, bounded facts out, in time that grows with the text only. */
export interface SitePage {
  /** Texts between block tags, each once, in their order; and what is loaded. */
  readonly blocks: readonly Block[];
  readonly words: number;
  readonly titleHash: number;
  /** That of the title as written, its echo of the address included. */
  readonly writtenTitleHash: number;
  /** Characters of the page as read. */
  readonly chars: number;
  /** Where it came from. */
  readonly url: string;
  readonly titleSaysNotFound: boolean;
  /** The content is put in by a script: what can be read here is the same for every page. */
  readonly isShell: boolean;
  /** A password is asked for. */
  readonly asksPassword: boolean;
  /** The machinery of a parking service, served from the domain itself. */
  readonly hasParkingMarks: boolean;
  /** Title and visible text, for signs of parking; its beginning. */
  readonly title: string;
  readonly text: string;
  /** What the page loads: scripts, frames, pictures. */
  readonly loads: readonly string[];
}

const CHARS_MAX = 256 * 1024;
/** Marks of frameworks and logins are looked for so far. */
const MARKS_CHARS_MAX = 64 * 1024;
const BLOCKS_MAX = 1_000;
const LOADS_MAX = 200;
const TEXT_CHARS_MAX = 4_000;
/** A picture or frame weighs as much as so many words: it may be all that a page is about. */
const LOAD_WORDS = 4;
/** "Not found" in a longer text is a story about it. */
const NOTICE_WORDS_MAX = 25;

/**
 * Where frameworks put their content in. What these three pass over ends at the next tag: each character is looked at once,
 * however many tags are left open.
 */
const SHELL =
  /<(?:div|main|section|body)[^<>]{0,200}\bid=["']?(?:root|app|__next|__nuxt|svelte|react-root|main-app|q-app|ember-app|gatsby|___gatsby|application)["'\s>]|<app-root|<[a-z][^<>]{0,200}\bng-app\b|\bdata-reactroot\b|enable javascript|javascript (?:is required|aktivieren|activer)/i;
const PASSWORD = /<input[^<>]{0,300}type\s{0,9}=\s{0,9}["']?password/i;

/** Elements that stand inside a line of text. All others part texts from each other. */
const INLINE = new Set(
  "a abbr b bdi bdo big cite code data dfn em font i kbd mark q s samp small span strong sub sup time tt u var wbr".split(
    " ",
  ),
);
/** Elements whose content no reader sees as text of the page. */
const UNSEEN = new Set("script style noscript template svg object select textarea".split(" "));
const LOADING = new Set("script img iframe frame embed video audio source object".split(" "));

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  nbsp: " ",
  quot: '"',
  apos: "'",
  rsquo: "’",
  lt: "<",
  gt: ">",
};
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (all, decimal, hex, name) =>
    name === undefined
      ? String.fromCodePoint(
          Math.min(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal), 0x10ffff),
        )
      : (ENTITIES[String(name).toLowerCase()] ?? all),
  );

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, "i")
    .exec(tag)
    ?.slice(1)
    .find(Boolean) ?? null;

interface Scan {
  readonly texts: string[];
  readonly loads: string[];
  title: string;
}

const DESCRIPTION = /\b(?:name|property)\s*=\s*["']?(?:description|og:title|og:description)\b/i;

function scan(html: string): Scan {
  const found: Scan = { texts: [], loads: [], title: "" };
  let line = "";
  let inTitle = false;
  const endLine = () => {
    const text = decoded(line).trim();
    if (text !== "" && found.texts.length < BLOCKS_MAX) found.texts.push(text);
    line = "";
  };
  walkMarkup(html, {
    unseen: UNSEEN,
    text(text) {
      if (inTitle) found.title += text;
      else line += text;
    },
    markup(name, isEnd, tag) {
      if (name === "") return;
      if (name === "title") inTitle = !isEnd && found.title === "";
      if (!INLINE.has(name)) endLine();
      if (isEnd) return;
      const source = LOADING.has(name) ? attribute(tag, name === "object" ? "data" : "src") : null;
      if (source !== null && found.loads.length < LOADS_MAX) found.loads.push(source);
      if (name === "meta" && DESCRIPTION.test(tag))
        found.texts.push(decoded(attribute(tag, "content") ?? ""));
    },
  });
  endLine();
  return found;
}

/** Longer ones are no echo of an address, and shorter ones may be a word of the menu. */
const ECHO_CHARS_MIN = 4;

/** Error pages repeat the address that was asked for: without it two of them are the same. */
function echoRemover(url: string): (text: string) => string {
  if (!URL.canParse(url)) return (text) => text;
  const { pathname, search, href } = new URL(url);
  const last = pathname.split("/").findLast((segment) => segment !== "") ?? "";
  const percentDecoded = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const echoes = [href, `${pathname}${search}`, pathname, last, last.replace(/\.[a-z0-9]+$/i, "")]
    .flatMap((echo) => [echo, percentDecoded(echo)])
    .filter((echo) => echo.length >= ECHO_CHARS_MIN);
  return (text) => echoes.reduce((left, echo) => left.split(echo).join(" "), text);
}

/** Scripts without blanks count by two characters. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]{1,2}|\p{L}+/gu;
/** Words in lower case; digits (counters, dates, numbers of errors) are no part of them. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** @param html the page as far as it was read, decoded. @param url from which it came. */
export function readPage(html: string, url: string): SitePage {
  const source = html.slice(0, CHARS_MAX);
  const { texts, loads, title } = scan(source);
  const withoutEcho = echoRemover(url);
  const blocks = new Map<number, Block>();
  let words = 0;
  for (const text of texts) {
    const withoutAddress = withoutEcho(text);
    const own = wordsOf(withoutAddress);
    if (own.length === 0) continue;
    const hash = hash24(own.join(" "));
    const written = withoutAddress === text ? hash : hash24(wordsOf(text).join(" "));
    const isNotice = own.length <= NOTICE_WORDS_MAX && NOT_FOUND.test(text.toLowerCase());
    words += own.length;
    blocks.set(hash, { hash, written, words: own.length, isNotice });
  }
  for (const load of loads) {
    const name = withoutEcho(load).split(/[?#]/, 1)[0] ?? "";
    const hash = hash24(`src ${name.replace(/\d+/g, "")}`);
    blocks.set(hash, { hash, written: hash, words: LOAD_WORDS, isNotice: false });
  }
  const titleWords = wordsOf(withoutEcho(decoded(title))).join(" ");
  return {
    blocks: [...blocks.values()],
    words,
    titleHash: hash24(titleWords),
    writtenTitleHash: hash24(wordsOf(decoded(title)).join(" ")),
    chars: source.length,
    url,
    titleSaysNotFound: NOT_FOUND.test(decoded(title).toLowerCase()),
    isShell: SHELL.test(source.slice(0, MARKS_CHARS_MAX)),
    asksPassword: PASSWORD.test(source.slice(0, MARKS_CHARS_MAX)),
    hasParkingMarks: PARKING_MACHINERY.test(source.slice(0, MARKS_CHARS_MAX)),
    title: decoded(title).trim().slice(0, 300),
    text: texts.join("\n").slice(0, TEXT_CHARS_MAX),
    loads,
  };
}
