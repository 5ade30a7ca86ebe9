import type { Day } from "../../../shared/calendar/day.ts";
import type { History } from "../../../shared/history/types.ts";
import { type Life, lifeOf, type Span } from "./spans.ts";
import { endOf, type Timestamp, type Version } from "./version.ts";

/** What is known of a URL beside the archive's versions of it. */
export interface Asked {
  readonly url: string;
  /** Our own observations (M6). */
  readonly history: History;
  readonly today: Day;
  /** Our checks saw a document there that is no web page. */
  readonly isDocument?: boolean;
}

/** The version that stands for a URL at all times (A1), and why. */
export type Choice =
  | { readonly kind: "chosen"; readonly version: Version; readonly rule: SpanRule; readonly reason: string }
  /** It is archived, but none of the versions shows the page. */
  | { readonly kind: "none-fits"; readonly reason: string };

/** What made a version the one: when it is from. */
type SpanRule = (typeof SPANS)[number]["name"];

interface Seen {
  /** There is a document at the URL, not a page about one, such as a wiki's `File:Map.jpg`. */
  readonly isDocument: boolean;
  readonly life: Life;
  readonly today: Timestamp;
  /** Digests that came with the death of the page. */
  readonly dead: ReadonlySet<string>;
}

/** SHA-1 of nothing, in base 32 as in CDX, and in hexadecimal digits. */
const EMPTY_DIGESTS = new Set([
  "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
  "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709",
]);
/** Paths that name a document which is no web page. */
const DOCUMENT =
  /\.(?:pdf|djvu?|docx?|xlsx?|pptx?|odt|ods|odp|rtf|csv|zip|gz|mp3|mp4|ogg|og[av]|webm|jpe?g|png|gif|tiff?|svg|epub)$/i;
const isPage = (mime: string): boolean => mime === "text/html" || mime === "application/xhtml+xml";
/** A capture of something else; "unk": the archive does not know of what. */
const isOther = ({ http, mime, revisit }: Version): boolean =>
  http === 200 && mime !== null && mime !== "unk" && !isPage(mime) && !revisit;

/** The rules in order; a version has the first flaw that applies, or none. */
const FLAWS = [
  { name: "of the future", applies: ({ at }, { today }) => at > today },
  {
    name: "redirect",
    applies: ({ http, redirect }) => redirect || (http !== null && http >= 300 && http < 400),
  },
  { name: "error page", applies: ({ http }) => http !== null && http !== 200 && http !== 203 },
  // A revisit whose first capture is not in the list, and records of what was no answer.
  {
    name: "record without a status",
    applies: ({ http, revisit, mime }) => http === null && (revisit || mime !== null),
  },
  { name: "empty", applies: ({ digest }) => digest !== null && EMPTY_DIGESTS.has(digest.toUpperCase()) },
  {
    name: "page in place of a document",
    applies: ({ mime }, { isDocument }) => isDocument && mime !== null && isPage(mime),
  },
  {
    name: "after its death",
    applies: ({ latest }, { life }) => life.death !== null && latest >= life.death,
  },
  {
    name: "what stands there since its death",
    applies: ({ digest }, { dead }) => digest !== null && dead.has(digest),
  },
] as const satisfies readonly {
  readonly name: string;
  readonly applies: (version: Version, seen: Seen) => boolean;
}[];

/** From when a version may be, in order: the last one of the first span that has any. */
const SPANS = [
  {
    name: "seen-working",
    spans: ({ working }) => working,
    reason: "the last good version from when it was seen working",
  },
  {
    name: "before-seen-working",
    spans: ({ worked, before }) => (worked ? [before] : []),
    reason: "the last good version before its first check; there is none from when it was seen working",
  },
  {
    name: "before-first-failure",
    spans: ({ worked, death, before }) => (worked || death === null ? [] : [before]),
    reason: "the last good version before its first check, at which it failed",
  },
  {
    name: "between-checks",
    spans: ({ gap }) => (gap === null ? [] : [gap]),
    reason: "the last good version after it was last seen working and before any check failed",
  },
  {
    name: "never-failed",
    spans: ({ worked, death, before }) => (worked || death !== null ? [] : [before]),
    reason: "the last good version; no check has said yet whether it works",
  },
] as const satisfies readonly {
  readonly name: string;
  readonly spans: (life: Life) => readonly Span[];
  readonly reason: string;
}[];

/**
 * Chooses the version of a URL: the last good one from when the page was there, by our own observations (A1, design 13).
 * `versions`: what the archive has, in any order; at least one.
 */
export function choose({ url, history, today, isDocument }: Asked, versions: readonly Version[]): Choice {
  const life = lifeOf(history, today);
  const all = withRevisits(versions.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)));
  const seen: Seen = {
    isDocument: DOCUMENT.test(pathOf(url)) && (isDocument === true || all.some(isOther)),
    life,
    today: endOf(today),
    dead: deadDigests(all, life.death),
  };
  const flaws = new Map<string, number>();
  const good: Version[] = [];
  for (const version of all) {
    const flaw = FLAWS.find(({ applies }) => applies(version, seen));
    if (flaw === undefined) good.push(version);
    else flaws.set(flaw.name, (flaws.get(flaw.name) ?? 0) + 1);
  }
  for (const { name: rule, spans, reason } of SPANS)
    for (const { from, until } of spans(life)) {
      const version = good.findLast(({ at, latest }) => at >= from && latest <= until);
      if (version !== undefined) return { kind: "chosen", version, rule, reason };
    }
  if (good.length > 0) flaws.set("from a time in which it failed", good.length);
  const counted = [...flaws].map(([name, count]) => `${name} (${count})`).join(", ");
  return { kind: "none-fits", reason: `archived, but no version shows the page: ${counted}` };
}

const pathOf = (url: string): string => URL.parse(url)?.pathname ?? url;

/** Revisit records have the status and type of the earlier capture with the same content. `oldestFirst` */
function withRevisits(oldestFirst: readonly Version[]): Version[] {
  const first = new Map<string, Version>();
  return oldestFirst.map((version) => {
    const { digest, revisit, http } = version;
    if (digest === null) return version;
    if (!revisit) {
      first.set(digest, version);
      return version;
    }
    const capture = first.get(digest);
    if (capture === undefined) return version;
    return { ...version, http: http ?? capture.http, mime: capture.mime, redirect: capture.redirect };
  });
}

/**
 * Contents that came in place of the page: good answers after its death, which began after other good ones. What was always
 * there is the page itself: an archive may reach a site that we do not.
 */
function deadDigests(oldestFirst: readonly Version[], death: Timestamp | null): ReadonlySet<string> {
  if (death === null) return new Set();
  const good = oldestFirst.filter(
    ({ http, digest, redirect }) => http === 200 && digest !== null && !redirect,
  );
  const original = good[0]?.digest;
  const after = good.filter(({ at, digest }) => at >= death && digest !== original);
  return new Set(after.flatMap(({ digest }) => digest ?? []));
}

/** Versions with which a page shows whether its content changes all the time. */
const CHANGING_VERSIONS_MIN = 12;

/**
 * Whether each version differs from all others, so that none stands for the page at all times (A2). People judge that: many
 * pages differ by a date or an advertisement only.
 */
export function isChanging(versions: readonly Version[]): boolean {
  const days = new Map(
    versions
      .filter(({ http, revisit }) => http === 200 || revisit)
      .map(({ at, digest }) => [at.slice(0, 8), digest ?? ""]),
  );
  return days.size >= CHANGING_VERSIONS_MIN && new Set(days.values()).size === days.size;
}
