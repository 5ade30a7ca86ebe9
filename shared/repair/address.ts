import { archiveOf, type InArchive, versionTime } from "../url/archives.ts";
import { classify, URL_CHARS_MAX } from "../url/classify.ts";
import { splitUrl } from "../url/parts.ts";
import { type CalendarDate, dateOfTimestamp } from "./dates.ts";
import type { RepairLink } from "./types.ts";

const ENTITY = /&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const NAMED: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

/** An address as MediaWiki understands its spelling in wikitext: `&amp;` is `&`, `{{!}}` a bar. */
function decoded(written: string): string {
  return written
    .replaceAll("{{!}}", "|")
    .replaceAll("{{=}}", "=")
    .replace(ENTITY, (entity: string, decimal?: string, hex?: string) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return NAMED[entity.toLowerCase()] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : entity);
    })
    .trim();
}

/** What two spellings of one address have in common: the normalised form (U4), or the text where there is none. */
export function keyOf(address: string): string {
  const found = classify(address, { allowPrivate: true });
  return (found.kind === "invalid" ? null : found.url) ?? address;
}

/** The same of an address as wikitext spells it. */
export const addressKey = (written: string): string => keyOf(decoded(written));

export const isAddress = (text: string): boolean =>
  text.length <= URL_CHARS_MAX && /^(?:(?:https?|ftps?|sftp):)?\/\/[^\s/]/i.test(text);

/** What is wikitext can be escaped in a path or query, not in a host: `[2001:db8::1]` cannot be written. */
const GIVEN_ADDRESS = /^https?:\/\/[^\s\p{Cc}/?#[\]{}|<>"]+(?:[/?#][^\s\p{Cc}]*)?$/iu;

/** The address that a request gives, or null where there is none that can be written into a page. */
export function givenAddress(address: string | null | undefined): string | null {
  return typeof address === "string" && GIVEN_ADDRESS.test(address) ? address : null;
}

const encoded = (text: string): string => text.replace(/[^A-Za-z0-9]/g, (char) => `%${hex(char)}`);
const hex = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");

/** An address so that nothing in it is wikitext, in a template's parameter and in brackets. */
const withoutMarkup = (written: string): string =>
  written.replace(/[[\]{}|<>"]|'{2,}|~{3,}|__(?=[A-Z]+__)/g, encoded);

/** An address as it stands in the page, so that it can stand in a template; `{{!}}` and `{{=}}` stay. */
export const addressInTemplate = (url: string): string =>
  url
    .split(/(\{\{[!=]\}\})/)
    .map((part, index) => (index % 2 === 0 ? withoutMarkup(part) : part))
    .join("");

/** A new address, with the fragment of the written one where it has none, as browsers follow redirects (RFC 9110, 10.2.2). */
export function withFragmentOf(written: string, address: string): string {
  const old = decoded(written);
  const at = old.indexOf("#");
  return at < 0 || address.includes("#") ? address : (givenAddress(address + old.slice(at)) ?? address);
}

const REFERENCE = /&(?=(?:[a-z0-9]+|#\d+|#x[\da-f]+);)/gi;

/** A given address likewise: `&amp;` in it is not the `&` that MediaWiki would read. */
export const inWikitext = (address: string): string => withoutMarkup(address.replace(REFERENCE, "&amp;"));

/**
 * An address that is written without brackets: what ends it belongs to the sentence, closing brackets to that unless it has an opening
 * one, and `''` may follow.
 */
export const inText = (address: string): string => inWikitext(address).replace(/[()]|[,;.:!?']$/g, encoded);

/** An archived copy that can be written into a page. */
export interface ArchivedCopy {
  readonly url: string;
  /** `archive.org`, `archive.today`, `webcitation`, or the type that was given. */
  readonly service: string;
  /** YYYYMMDDhhmmss, or fewer digits; "" where it is not known. */
  readonly timestamp: string;
  /** null: not known. */
  readonly date: CalendarDate | null;
  /** How the archive names the copy: a timestamp or a short name. */
  readonly id: string;
}

const SERVICES: readonly (readonly [service: string, host: RegExp])[] = [
  ["archive.org", /(?:^|\.)archive\.org$/],
  ["archive.today", /(?:^|\.)archive\.(?:today|is|ph|li|vn|fo|md|ec)$/],
  ["webcitation", /(?:^|\.)webcitation\.org$/],
];
const PATH = /^https?:\/\/([^/?#:]+)(?::\d+)?\/([^?#]*)/i;

/** The copies of a link that can be used, in the order in which they were given. */
export function archivedCopies({ archives }: RepairLink): ArchivedCopy[] {
  return (archives ?? []).flatMap(({ type, url: given, at }) => {
    const url = givenAddress(given);
    if (url === null) return [];
    const [said = ""] = /^\d{8,14}/.exec(at ?? "") ?? [];
    const timestamp = (dateOfTimestamp(said) === null ? timestampIn(url) : said) ?? "";
    const date = dateOfTimestamp(timestamp);
    const service = serviceOf(url, type);
    return [{ url: inWikitext(url), service, timestamp, date, id: inWikitext(idOf(url, timestamp)) }];
  });
}

function serviceOf(url: string, type: string): string {
  const known = SERVICES.find(([service]) => type.toLowerCase().startsWith(service));
  if (known !== undefined) return known[0];
  const host = PATH.exec(url)?.[1]?.toLowerCase() ?? "";
  return SERVICES.find(([, pattern]) => pattern.test(host))?.[0] ?? type;
}

/** As Wayback Machines of all operators write it: a time to the second, and the original behind it. */
const TIMED = /^\/[^?]*?\d{14}(?:[a-z]{2}_)?\/(?:https?|ftp):\/\//i;

/** The archive to which an address in wikitext belongs; null: none that is known, nor one by its form. */
export function archiveIn(written: string): InArchive | null {
  const found = classify(decoded(written), { allowPrivate: true });
  const url = found.kind === "invalid" ? null : found.url;
  if (url === null) return null;
  const { host, path } = splitUrl(url);
  return archiveOf({ host, path }, TIMED.test(path) ? [{ type: host, host, path: "" }] : []);
}

/** Where the original begins in the path of an archived copy, be it without its scheme. */
const ORIGINAL = /(?:https?|ftp):|(?<=\/)[^/]*\.[a-z]/i;

/** The time in the address of an archived copy, of a day at least: `/web/20190312101112/`. What is like it in the original is none. */
export function timestampIn(url: string): string | null {
  const [, host = "", path = ""] = PATH.exec(url) ?? [];
  const [own = ""] = path.split(ORIGINAL, 1);
  const digits = /(?:^|\/)(\d{8,14})(?:[a-z]{2}_)?(?:\/|$)/.exec(own)?.[1];
  return versionTime(`https://${host}/${own}`)?.at ?? digits ?? null;
}

function idOf(url: string, timestamp: string): string {
  const [first = ""] = (PATH.exec(url)?.[2] ?? "").split("/");
  return first !== "" && /^[0-9a-zA-Z.-]{1,20}$/.test(first) ? first : timestamp;
}

/** What is left of an address where a site answers at several: no scheme, no `www.`, no slash at the end. */
const loose = (key: string): string => key.replace(/^[a-z]+:\/\/(?:www\d?\.)?/i, "").replace(/\/$/, "");

/** Whether two normalised addresses mean one page, as far as archives go. */
export const isSamePage = (one: string, other: string): boolean => loose(one) === loose(other);
