import { classify } from "./classify.ts";
import { isWithin } from "./domain.ts";
import { splitUrl } from "./parts.ts";
import type { HostName, UrlParts } from "./types.ts";

/** A web archive (A4), recognised by the addresses of its versions. */
export interface KnownArchive {
  readonly type: string;
  /** Host name; its subdomains belong to the archive too. */
  readonly host: string;
  /** Start of the path of versions; "": any path. */
  readonly path: string;
}

const at = (type: string, ...hosts: string[]): KnownArchive[] =>
  hosts.map((host) => ({ type, host, path: "" }));

/** Archives that wiki pages link to. Operators add others by WEBOID_ARCHIVES. */
const KNOWN_ARCHIVES: readonly KnownArchive[] = [
  // Other paths of archive.org are books, films and the like, not versions of pages.
  { type: "archive.org", host: "archive.org", path: "/web/" },
  // Old links to versions are without that: `/20041010101010/http://…`.
  { type: "archive.org", host: "web.archive.org", path: "/19" },
  { type: "archive.org", host: "web.archive.org", path: "/20" },
  ...at("archive-it.org", "wayback.archive-it.org"),
  ...at("webcitation.org", "webcitation.org"),
  ...at(
    "archive.today",
    "archive.today",
    "archive.ph",
    "archive.is",
    "archive.li",
    "archive.fo",
    "archive.md",
    "archive.vn",
  ),
  ...at("arquivo.pt", "arquivo.pt"),
  ...at("ghostarchive.org", "ghostarchive.org"),
  ...at("megalodon.jp", "megalodon.jp"),
  ...at("perma.cc", "perma.cc"),
  ...at("vefsafn.is", "vefsafn.is"),
  ...at("nationalarchives.gov.uk", "webarchive.nationalarchives.gov.uk"),
  ...at("webarchive.org.uk", "webarchive.org.uk"),
  ...at("loc.gov", "webarchive.loc.gov"),
  ...at("bac-lac.gc.ca", "webarchive.bac-lac.gc.ca"),
  ...at("wikiwix.com", "archive.wikiwix.com"),
  ...at("swap.stanford.edu", "swap.stanford.edu"),
];

/** The names under which versions of an archive stand. */
export const hostsOf = (type: string): string[] =>
  KNOWN_ARCHIVES.filter((archive) => archive.type === type).map(({ host }) => host);

/** Archives whose versions are not open to machines: nobody can look whether they are there. */
export const isClosed = (type: string): boolean => type === "archive.today";

export interface InArchive {
  readonly type: string;
  /** URL of the archived page as written in the archive's address; null: the address does not contain it. */
  readonly original: string | null;
}

/** The archive to which an address belongs; null: none that is known. `more`: archives added by the operator. */
export function archiveOf(
  { host, path }: Pick<UrlParts, "host" | "path">,
  more: readonly KnownArchive[] = [],
): InArchive | null {
  const found = [...more, ...KNOWN_ARCHIVES].find(
    (archive) => isWithin(host, archive.host as HostName) && path.startsWith(archive.path),
  );
  return found === undefined ? null : { type: found.type, original: originalIn(path) };
}

/** What begins a URL inside a path: behind it everything belongs to that URL. */
const SCHEME = "(?:https?|ftp):";
/** `20200101000000id_`: a Wayback timestamp, a year at least, with an optional modifier. `2019.03.12-101112`: one of archive.today's; `2019-0312-1011-12`: of megalodon.jp's. */
const TIME = String.raw`(?:\d{4,14}(?:[a-z]{2}_)?|\d{4}\.\d\d\.\d\d-\d{6}|\d{4}(?:-\d{4}){2}-\d\d)`;
/** A time and the URL behind it. In front of a time, a number is that of a collection, as at Archive-It. */
const TIMED = new RegExp(String.raw`^(?:(?!${SCHEME}).)*?/${TIME}/(?:\d{14}(?:[a-z]{2}_)?/)?(.+)$`, "i");
const WITH_SCHEME = new RegExp(`/(${SCHEME}//?.+)$`, "i");
/** WebCite's addresses with an id, and Wikiwix's: the URL stands behind it, be it escaped, and behind that at times a date or title. */
const IN_QUERY = /^\/(?:\w+|cache\/(?:\w+\.php)?)\?url=(https?(?::|%3a).+)$/i;
/** Short addresses such as `/AbCd1` and `/details/5xyz`, which contain no URL. */
const SHORT = /^(?:\/[\w-]*){1,3}$/;

/** Before the URL: a list of its versions (`*`, `2020*`), the newest one, whatever it shows, or an order to save it. None is a version. */
const NO_VERSION = /^[^.:?]*\/(?:\d*(?:\*|%2a)|newest|save|submit)[/?]/i;

/** The URL inside an archive's path; null for short addresses; "" (equal to no URL) for other paths without one, or of no version. */
function originalIn(path: string): string | null {
  if (NO_VERSION.test(path)) return "";
  const queried = IN_QUERY.exec(path)?.[1];
  if (queried !== undefined)
    return /^https?:/i.test(queried)
      ? queried.replace(/&(?:date|title)=.*/, "")
      : unescaped(queried.replace(/&.*/, ""));
  const timed = TIMED.exec(path)?.[1];
  if (timed !== undefined) return writtenOut(timed);
  return WITH_SCHEME.exec(path)?.[1] ?? (SHORT.test(path) ? null : "");
}

/** The URL behind a time, be it without its scheme; where its colon is escaped, all of it is, or nothing else. */
function writtenOut(timed: string): string {
  if (/^(?:https?|ftp):/i.test(timed)) return timed;
  if (/^(?:https?|ftp)%3a%2f%2f/i.test(timed)) return unescaped(timed);
  return /^(?:https?|ftp)%3a\/\//i.test(timed) ? timed.replace(/%3a/i, ":") : `http://${timed}`;
}

/** Whether an address that an archive names, be it without its scheme, means `url`. */
export function isSameResource(original: string, url: string): boolean {
  if (original === url) return true;
  const own = resourceKey(url);
  return own !== null && resourceKey(original) === own;
}

/**
 * Equal for URLs that archives take for one; null: it is no URL of the web. Only to be compared. Archives drop or add "www.", the ports
 * of http and https, and the slash at the end of a path, change http to https, order the parameters of a query, and escape characters as
 * they like. The case of a path, which some ignore, counts: their lists have the captures of both pages.
 */
export function resourceKey(text: string): string | null {
  const parts = partsOfOriginal(text);
  if (parts === null) return null;
  const { scheme, host, port, page, query } = parts;
  const service = /^https?$/.test(scheme) ? "" : `${scheme}:`;
  const ownPort = port === 80 || port === 443 ? 0 : port;
  const parameters = query.slice(1).split("&").filter(Boolean).map(spelt).sort().join("&");
  return `${service}${host.replace(/^www\d?\./, "")}:${ownPort}${spelt(page)}?${parameters}`;
}

/**
 * Parts of a URL as an archive writes it: be it without its scheme, or with one slash behind that. `page`: the path without a slash at
 * its end. Null: it is no URL of the web.
 */
export function partsOfOriginal(
  text: string,
): (UrlParts & { readonly page: string; readonly query: string }) | null {
  const written = /^[a-z]+:\//i.test(text) ? text.replace(/^([a-z]+):\/(?!\/)/i, "$1://") : `http://${text}`;
  const found = classify(written, { allowPrivate: true });
  // Reserved names (U2) are archived as well.
  const url = found.kind === "invalid" ? null : found.url;
  if (url === null) return null;
  const parts = splitUrl(url);
  const [, page = "", query = ""] = /^([^?]*?)\/?(\?.*)?$/s.exec(parts.path) ?? [];
  return { ...parts, page, query };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch {
    // Not UTF-8: compared as it is written, but for the case of its escapes.
    return text.replace(/%[0-9a-f]{2}/g, (byte) => byte.toUpperCase());
  }
}

/** As `unescaped`, but for "&", "/" and "?", which would part a path or query at another place. */
const spelt = (text: string): string =>
  text
    .split(/(%(?:26|2f|3f))/i)
    .map((part, at) => (at % 2 === 0 ? unescaped(part) : part.toUpperCase()))
    .join("");

const MOMENT = /\/(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[a-z]{2}_)?\//;
/** As archive.today writes it in its long addresses: `/2019.03.12-101112/`. */
const DOTTED = /\/(\d{4})\.(\d\d)\.(\d\d)-(\d\d)(\d\d)(\d\d)\//;
/** As megalodon.jp writes it, in Japan's time: `/2019-0312-1011-12/`. */
const MEGALODON = /^https?:\/\/(?:www\.)?megalodon\.jp\/(\d{4})-(\d\d)(\d\d)-(\d\d)(\d\d)-(\d\d)\//;
const JAPAN_MS = 9 * 3_600_000;
/** Where the original begins in an archive's address. */
const ORIGINAL = /(?<=[/=])(?:https?|ftp):/i;
/** WebCite's ids are the microseconds since 1970 of the capture, to the base of 62. */
const WEBCITE = /^https?:\/\/(?:www\.)?webcitation\.org\/([0-9A-Za-z]{9})(?:\?|$)/;
const BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** WebCite took its first page in 2003, and its last one in 2019. */
const WEBCITE_MS = { first: Date.UTC(2003, 0), last: Date.UTC(2020, 0) };

/** When an archive's version is from, as its address says. */
export interface VersionTime {
  /** `YYYYMMDDhhmmss`, in UTC */
  readonly at: string;
  /** Milliseconds since 1970. */
  readonly epochMs: number;
}

/** Null: the address does not say it, or no moment of the calendar. */
export function versionTime(address: string): VersionTime | null {
  const id = WEBCITE.exec(address)?.[1];
  if (id !== undefined) return webciteTime(id);
  // What looks like a time inside the original is none of the version.
  const [own = ""] = address.split(ORIGINAL, 1);
  const japanese = MEGALODON.exec(own);
  const [, year, month, day, hour, minute, second] = japanese ?? MOMENT.exec(own) ?? DOTTED.exec(own) ?? [];
  if (year === undefined) return null;
  const written = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const digits = `${year}${month}${day}${hour}${minute}${second}`;
  // 30 February is read as a day of March.
  if (Number.isNaN(written) || digitsOf(written) !== digits) return null;
  const epochMs = japanese === null ? written : written - JAPAN_MS;
  return { at: digitsOf(epochMs), epochMs };
}

function webciteTime(id: string): VersionTime | null {
  const micros = [...id].reduce((number, digit) => number * 62 + BASE_62.indexOf(digit), 0);
  const epochMs = Math.floor(micros / 1_000_000) * 1_000;
  if (epochMs < WEBCITE_MS.first || epochMs > WEBCITE_MS.last) return null;
  return { at: digitsOf(epochMs), epochMs };
}

const digitsOf = (epochMs: number): string => new Date(epochMs).toISOString().replace(/\D/g, "").slice(0, 14);
