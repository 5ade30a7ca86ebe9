import { classify } from "./classify.ts";
import { isWithin } from "./domain.ts";
import type { HostName, NormalisedUrl, UrlParts } from "./types.ts";

/** An archive of the web (A4), by where its versions stand. */
export interface KnownArchive {
  readonly type: string;
  /** With everything below it. */
  readonly host: string;
  /** Start of the path; "": any. */
  readonly path: string;
}

const at = (type: string, ...hosts: string[]): KnownArchive[] =>
  hosts.map((host) => ({ type, host, path: "" }));

/** Those that people link to from wikis. Others by configuration (WEBOID_ARCHIVES). */
export const KNOWN_ARCHIVES: readonly KnownArchive[] = [
  // Books, films and the like stand beside it at archive.org, and are no versions of pages.
  { type: "archive.org", host: "archive.org", path: "/web/" },
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
];

export interface InArchive {
  readonly type: string;
  /** Of what, where its address tells it, as it is written there; null: it does not tell. */
  readonly original: string | null;
}

/** In which archive an address is; null: in none that is known. */
export function archiveOf(
  { host, path }: Pick<UrlParts, "host" | "path">,
  more: readonly KnownArchive[] = [],
): InArchive | null {
  const found = [...more, ...KNOWN_ARCHIVES].find(
    (archive) => isWithin(host, archive.host as HostName) && path.startsWith(archive.path),
  );
  return found === undefined ? null : { type: found.type, original: originalIn(path) };
}

/** A time of at least a year, as Wayback Machines have it, with what is to be shown of the version: `20200101000000id_`. */
const TIMED = /\/\d{4,14}(?:[a-z]{2}_)?\/(.+)$/i;
/** The first: what stands behind it is a part of that address, whatever it looks like. */
const WITH_SCHEME = /\/((?:https?|ftp):\/\/?.+)$/i;
/** `/AbCd1`, `/details/5xyz`: nothing in it can be the address of a page. */
const SHORT = /^(?:\/[\w-]*){1,3}$/;

/** Null for short addresses alone: what cannot be read is the original of nothing. */
function originalIn(path: string): string | null {
  const timed = TIMED.exec(path)?.[1];
  if (timed !== undefined) return /^(?:https?|ftp):/i.test(timed) ? timed : `http://${timed}`;
  return WITH_SCHEME.exec(path)?.[1] ?? (SHORT.test(path) ? null : "");
}

/**
 * Whether what an archive's address names is this URL: archives leave out or add "www.", a slash at the end, and tell http for https.
 */
export function isSameResource(original: string, url: NormalisedUrl, allowPrivate: boolean): boolean {
  const own = looseName(url, allowPrivate);
  return own !== null && looseName(original.replace(/^([a-z]+):\/(?!\/)/i, "$1://"), allowPrivate) === own;
}

function looseName(text: string, allowPrivate: boolean): string | null {
  const found = classify(text, { allowPrivate });
  if (found.kind !== "resource") return null;
  const { host, port, path } = found.parts;
  return `${host.replace(/^www\./, "")}:${port}${path.replace(/\/$/, "")}`;
}
