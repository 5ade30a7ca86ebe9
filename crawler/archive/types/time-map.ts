import { isSameResource } from "../../../shared/url/archives.ts";
import type { Asker } from "../asker.ts";
import type { Asked } from "../choice/choose.ts";
import { lifeOf } from "../choice/spans.ts";
import { readTimestamp, type Timestamp, timestampOf, type Version } from "../choice/version.ts";
import { type Link, readLinks } from "../formats/link-format.ts";
import { EMPTY, type Listing, unclear } from "./archive.ts";

/** Parts of a TimeMap in several that are read: those nearest to the death of the page first. */
const PARTS_MAX = 10;
const VERSIONS_MAX = 50_000;

export interface TimeMapOptions {
  readonly asker: Asker;
  /** Where the TimeMap of the URL is. */
  readonly url: string;
  /** The version of an address in the TimeMap, where the archive's readers see it; null: it is none. */
  readonly addressOf: (memento: URL) => string | null;
  /** What it means that it is not there. */
  readonly missing?: Listing;
}

/** Asks for a TimeMap in link format (RFC 7089, 5), of one or of several parts. 404: the archive has nothing (4.2.1). */
export async function listTimeMap(
  asked: Asked,
  { asker, url, addressOf, missing = { kind: "none" } }: TimeMapOptions,
): Promise<Listing> {
  const death = lifeOf(asked.history, asked.today).death ?? "9";
  const versions: Version[] = [];
  let isUndated = false;
  let isPartial = false;
  const read = new Set<string>();
  let waiting: TimeMapPart[] = [{ url, from: "", until: "" }];
  while (waiting.length > 0 && read.size < PARTS_MAX && versions.length < VERSIONS_MAX) {
    const [part, ...others] = waiting as [TimeMapPart, ...TimeMapPart[]];
    read.add(part.url);
    const reply = await asker.ask({ url: part.url, headers: { accept: "application/link-format" } });
    if (reply.kind === "failed") return reply;
    if (reply.http === 404 && read.size === 1) return missing;
    const links = reply.http === 200 ? readLinks(reply.text) : null;
    if (links === null || (links.length > 0 && !links.some(isOfTimeMap)))
      return unclear(
        reply.http === 200 ? "its TimeMap cannot be read" : `its TimeMap answered ${reply.http}`,
      );
    if (links.length === 0) return unclear(EMPTY);
    if (isOfAnother(links, asked.url)) return { kind: "none" };
    const found = links.map((link) => versionOf(link, part.url, addressOf));
    versions.push(...found.filter((one) => typeof one === "object" && one !== null));
    isUndated ||= found.includes("undated");
    const all = links.map((link) => partOf(link, part.url));
    const parts = all.filter((one) => typeof one === "object" && one !== null);
    isPartial ||= all.includes("elsewhere");
    waiting = nearestFirst([...others, ...parts.filter((one) => !read.has(one.url))], death);
  }
  const isWhole = waiting.length === 0 && !isPartial && !isUndated;
  if (versions.length > 0) return { kind: "versions", versions, isWhole };
  if (isUndated) return unclear("its versions have no dates that can be read");
  return isPartial || waiting.length > 0
    ? unclear("its TimeMap has parts that were not read")
    : { kind: "none" };
}

/** What the links of a TimeMap are (RFC 7089, 2.2); a page that begins with a tag has none of them. */
const RELS = new Set(["original", "timegate", "timemap", "memento", "self"]);
const isOfTimeMap = ({ rels }: Link): boolean => rels.some((rel) => RELS.has(rel));

const isOfAnother = (links: readonly Link[], url: string): boolean => {
  const originals = links.filter(({ rels }) => rels.includes("original"));
  return originals.length > 0 && !originals.some((link) => isSameResource(link.url, url));
};

/** Null: no version, or one elsewhere. */
function versionOf(
  link: Link,
  current: string,
  addressOf: TimeMapOptions["addressOf"],
): Version | "undated" | null {
  if (!link.rels.includes("memento")) return null;
  const memento = URL.parse(link.url, current);
  if (memento === null || !/^https?:$/.test(memento.protocol)) return null;
  const address = addressOf(memento);
  // The time in the address is exact where the attribute is malformed.
  const digits = /\/(\d{14})(?:[a-z]{2}_)?\//.exec(memento.pathname)?.[1];
  const time = readTimestamp(digits ?? dateOf(link.attributes.datetime));
  if (address === null) return null;
  if (time === null) return "undated";
  return { ...time, http: null, mime: null, digest: null, revisit: false, redirect: false, address };
}

interface TimeMapPart {
  readonly url: string;
  /** As timestamps; "": not said. */
  readonly from: string;
  readonly until: string;
}

function partOf(link: Link, current: string): TimeMapPart | "elsewhere" | null {
  const { rels, attributes } = link;
  if (!rels.some((rel) => rel === "timemap" || rel === "next" || rel === "prev") || rels.includes("self"))
    return null;
  // A link to another form of the same TimeMap.
  if (attributes.type !== undefined && !/^application\/link-format/i.test(attributes.type)) return null;
  const url = URL.parse(link.url, current);
  if (url === null || url.href === current) return null;
  if (url.host !== new URL(current).host) return "elsewhere";
  return { url: url.href, from: dateOf(attributes.from), until: dateOf(attributes.until) };
}

/** A date as in HTTP; one without a zone is in UTC, wherever we are. "": none. */
function dateOf(text = ""): Timestamp | "" {
  const isZoned = /(?:[a-z]|[+-]\d\d:?\d\d)\)?$/i.test(text);
  const ms = Date.parse(isZoned ? text : `${text}${/\dT\d/i.test(text) ? "Z" : " GMT"}`);
  return Number.isNaN(ms) ? "" : timestampOf(ms);
}

/** Parts that begin before the death first, youngest first; then the others. */
const nearestFirst = (parts: readonly TimeMapPart[], death: string): TimeMapPart[] => {
  const unique = [...new Map(parts.map((part) => [part.url, part])).values()];
  const before = unique.filter(({ from }) => from <= death).sort((a, b) => (a.from < b.from ? 1 : -1));
  return [...before, ...unique.filter(({ from }) => from > death)];
};
