import { DAY_MS } from "../../../shared/calendar/day.ts";
import { isRecord } from "../../../shared/json/record.ts";
import { isSameResource } from "../../../shared/url/archives.ts";
import type { Asker, Reply } from "../asker.ts";
import { type Asked, choose } from "../choice/choose.ts";
import { type Life, lifeOf, type Span } from "../choice/spans.ts";
import { endOf, msOf, readTimestamp, timestampOf, type Version } from "../choice/version.ts";
import { readCdx, versionOfCdx } from "../formats/cdx.ts";
import { type Archive, EMPTY, type Failed, isBroken, type Listing, unclear } from "./archive.ts";
import { listTimeMap } from "./time-map.ts";
import { verified } from "./verify.ts";

/** Where the parts of an archive with the software of the Wayback Machine, or with pywb, are. */
export interface WaybackLayout {
  readonly cdx: string;
  /** The URL is put behind these. */
  readonly timeMapLink: string;
  readonly timeMapJson?: string;
  /** Behind it: the time, a slash, and the URL. */
  readonly version: string;
  readonly availability?: string;
}

/** The layout of the Wayback Machine under a base address. */
export const waybackLayout = (base: string, availability = base): WaybackLayout => ({
  cdx: `${base}/cdx/search/cdx`,
  timeMapLink: `${base}/web/timemap/link/`,
  timeMapJson: `${base}/web/timemap/json/`,
  version: `${base}/web/`,
  availability: `${availability}/wayback/available`,
});

/** Rows of one answer: a year of captures by the hour would be 8,760; a page that wikis cite has some dozens. */
const ROWS_MAX = 3_000;
/** Parts of an answer that are read where a server gives fewer at once. */
const PARTS_MAX = 10;
/** Of a page with more captures: how far back before the end of a span is looked, step by step. */
const DAYS_BACK = [60, 730, 36_500];

/** Administrators withdrew it, or the site's robots.txt does. */
const WITHDRAWN =
  /(?:Administrative|Robot)AccessControlException|Blocked Site Error|excluded from the Wayback/i;

/** Time and original in the address of a version. What follows has to match whatever it is, or each time in it is tried. */
const VERSION_PATH = /\/(\d{4,14})(?:[a-z]{2}_)?\/(.+)$/s;

const failureOf = (reply: Extract<Reply, { kind: "answer" }>): Failed =>
  unclear(reply.http === 200 ? "its list of versions cannot be read" : `answered ${reply.http}`);

/** An archive that is asked for its index of captures (CDX), and by other ways where that fails. */
export class WaybackArchive implements Archive {
  readonly type: string;
  readonly #asker: Asker;
  readonly #layout: WaybackLayout;

  constructor(type: string, asker: Asker, layout: WaybackLayout) {
    this.type = type;
    this.#asker = asker;
    this.#layout = layout;
  }

  async list(asked: Asked): Promise<Listing> {
    const listing = await this.#list(asked);
    // An index may lack the column of statuses.
    return listing.kind === "versions" ? verified(this.#asker, asked, listing) : listing;
  }

  async #list(asked: Asked): Promise<Listing> {
    const index = await this.#cdx(asked);
    if (index.kind === "versions" && index.isFull) return this.#narrow(asked, index.versions);
    if (index.kind === "failed" && index.why.startsWith("too-large")) return this.#narrow(asked, []);
    return index.kind === "failed" && !index.isDown ? this.#listOtherwise(asked, index) : listingOf(index);
  }

  #addressOf(timestamp: string, url: string): string {
    return `${this.#layout.version}${timestamp}/${url}`;
  }

  #cdx(asked: Asked, { from, until }: Partial<Span> = {}, daily = false): Promise<Index> {
    const query = new URLSearchParams({ url: asked.url, output: "json", limit: String(ROWS_MAX) });
    if (from !== undefined && until !== undefined) {
      query.set("from", from);
      query.set("to", until);
    }
    if (daily) query.set("collapse", "timestamp:8");
    return this.#readParts(query, asked);
  }

  /** Servers that give shorter answers than was asked for give a key for the next part with them. */
  async #readParts(query: URLSearchParams, asked: Asked): Promise<Index> {
    const versions: Version[] = [];
    let isFull = false;
    for (let part = 0; part < PARTS_MAX; part++) {
      const index = await this.#readIndex(`${this.#layout.cdx}?${query}`, asked);
      if (index.kind === "failed" && (part === 0 || index.why !== EMPTY)) return index;
      if (index.kind === "versions") versions.push(...index.versions);
      const { resumeKey = null, isFull: isLong = false } = index.kind === "failed" ? {} : index;
      isFull = isLong || resumeKey !== null;
      if (resumeKey === null || versions.length >= ROWS_MAX) break;
      query.set("resumeKey", resumeKey);
    }
    if (versions.length > 0) return { kind: "versions", versions, isFull };
    return isFull ? unclear("its index has parts that were not read") : { kind: "none" };
  }

  async #readIndex(url: string, asked: Asked): Promise<Index> {
    const reply = await this.#asker.ask({ url });
    if (reply.kind === "failed") return reply;
    const found = reply.http === 200 ? readCdx(reply.text) : null;
    if (found?.kind !== "rows")
      return reply.http < 500 && WITHDRAWN.test(reply.text.slice(0, 4_000))
        ? { kind: "none" }
        : failureOf(reply);
    if (found.rows.length === 0) return /^\s*\[/.test(reply.text) ? { kind: "none" } : unclear(EMPTY);
    const rows = found.rows.filter(({ original }) => isSameResource(original, asked.url));
    const { resumeKey } = found;
    if (rows.length === 0) return { kind: "none", resumeKey, isFull: found.rows.length >= ROWS_MAX };
    const versions = rows.flatMap(
      (row) => versionOfCdx(row, (timestamp) => this.#addressOf(timestamp, asked.url)) ?? [],
    );
    if (versions.length === 0) return unclear("its versions have no dates that can be read");
    return { kind: "versions", versions, isFull: found.rows.length >= ROWS_MAX, resumeKey };
  }

  /** Of a page with very many captures: those before the ends of its spans, and what came after its death. */
  async #narrow(asked: Asked, oldest: readonly Version[]): Promise<Listing> {
    const versions = new Map(oldest.map((version) => [version.address, version]));
    for (const { span, daily } of stepsOf(lifeOf(asked.history, asked.today))) {
      const index = await this.#cdx(asked, span, daily);
      if (index.kind === "failed") return index;
      const found = index.kind === "versions" ? index.versions : [];
      for (const version of found) versions.set(version.address, version);
      const choice = choose(asked, [...versions.values()]);
      if (choice.kind === "chosen" && choice.version.at >= span.from && choice.version.at <= span.until)
        break;
    }
    // An index that is too long for an answer is not one of nothing.
    return versions.size === 0
      ? unclear("its index is too long, and its parts are empty")
      : { kind: "versions", versions: [...versions.values()], isWhole: false };
  }

  /** By other ways, where the index fails. */
  async #listOtherwise(asked: Asked, why: Failed): Promise<Listing> {
    const { timeMapJson, timeMapLink } = this.#layout;
    const json = timeMapJson === undefined ? why : await this.#readIndex(timeMapJson + asked.url, asked);
    if (json.kind !== "failed" || json.isDown) return listingOf(json);
    const listing = await listTimeMap(asked, {
      asker: this.#asker,
      url: timeMapLink + asked.url,
      addressOf: ({ pathname, search }) => {
        const [, timestamp = "", original] = VERSION_PATH.exec(pathname + search) ?? [];
        return original !== undefined && isSameResource(original, asked.url)
          ? this.#addressOf(timestamp, asked.url)
          : null;
      },
      // Where there is an index, but a broken one, a TimeMap that is not there says nothing.
      ...(why.why !== "answered 404" && { missing: unclear("its TimeMap answered 404") }),
    });
    if (listing.kind === "versions") return listing;
    if (listing.kind === "failed" && listing.isDown) return listing;
    // Nothing, in every way in which it was asked.
    if (listing.kind === "failed" && [why, json, listing].every((one) => one.why === EMPTY))
      return { kind: "none" };
    if (listing.kind === "none") return this.#listAvailable(asked, listing);
    // Server errors only: as one that does not answer at all.
    return this.#listAvailable(asked, { ...why, isDown: [why, json, listing].every(isBroken) });
  }

  /** The one version that the archive calls the closest. That it names none means nothing: it often forgets. */
  async #listAvailable(asked: Asked, why: Exclude<Listing, { kind: "versions" }>): Promise<Listing> {
    const { availability } = this.#layout;
    if (availability === undefined) return why;
    const { death } = lifeOf(asked.history, asked.today);
    const query = new URLSearchParams({ url: asked.url, timestamp: death ?? endOf(asked.today) });
    const reply = await this.#asker.ask({ url: `${availability}?${query}` });
    if (reply.kind === "failed") return why.kind === "none" ? why : reply;
    const version =
      reply.http === 200 ? closestOf(reply.text, asked, (at) => this.#addressOf(at, asked.url)) : null;
    const fits = version !== null && choose(asked, [version]).kind === "chosen";
    return fits ? { kind: "versions", versions: [version], isWhole: false } : why;
  }
}

/** `isFull`: there may be more; `resumeKey`: for that, where the server gives one. */
type Index =
  | Failed
  | { readonly kind: "none"; readonly resumeKey?: string | null; readonly isFull?: boolean }
  | {
      readonly kind: "versions";
      readonly versions: readonly Version[];
      readonly resumeKey?: string | null;
      readonly isFull: boolean;
    };

const listingOf = (index: Index): Listing =>
  index.kind === "versions"
    ? { kind: "versions", versions: index.versions, isWhole: !index.isFull && !index.resumeKey }
    : index;

/** Which parts of a long index are asked for, in the order in which `choose` wants them. */
function stepsOf({ working, before, gap, death }: Life): { readonly span: Span; readonly daily: boolean }[] {
  const spans = [...working.slice(0, 1), before, ...(gap === null ? [] : [gap])];
  const back = spans.flatMap(({ from, until }) => {
    const starts = DAYS_BACK.map((days) => Math.max(msOf(from), msOf(until) - days * DAY_MS));
    return [...new Set(starts)].map((start, at) => ({
      span: { from: timestampOf(start), until },
      daily: at > 0,
    }));
  });
  if (death === null) return back;
  return [{ span: { from: death, until: timestampOf(msOf(death) + 365 * DAY_MS) }, daily: true }, ...back];
}

/** `{"archived_snapshots": {"closest": {"status": "200", "available": true, "timestamp": "…"}}}` */
function closestOf(text: string, asked: Asked, addressOf: (timestamp: string) => string): Version | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const snapshots = isRecord(value) ? value.archived_snapshots : null;
  const closest = isRecord(snapshots) ? snapshots.closest : null;
  if (!isRecord(closest) || closest.available !== true) return null;
  const { status, timestamp, url } = closest;
  if (typeof url !== "string" || typeof timestamp !== "string") return null;
  const original = VERSION_PATH.exec(url)?.[2];
  if (original === undefined || !isSameResource(original, asked.url)) return null;
  const time = readTimestamp(timestamp);
  const answered = typeof status === "string" || typeof status === "number" ? String(status) : "";
  if (time === null || !/^\d{3}$/.test(answered)) return null;
  return {
    ...time,
    http: Number(answered),
    mime: null,
    digest: null,
    revisit: false,
    redirect: false,
    address: addressOf(timestamp),
  };
}
