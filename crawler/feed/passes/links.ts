import type { SpamMatch } from "../../../shared/spam/types.ts";
import { classify } from "../../../shared/url/classify.ts";
import type { NormalisedUrl, UrlFlag, UrlParts } from "../../../shared/url/types.ts";
import { type UnusableReason, unusableReason } from "../../../shared/url/unusable.ts";

interface WatchedUrl {
  readonly url: NormalisedUrl;
  readonly parts: UrlParts;
  readonly flags: readonly UrlFlag[];
}

/** A URL that a spam list blocks in one of its spellings on the page (P1). */
interface BlockedUrl {
  readonly url: NormalisedUrl;
  readonly match: SpamMatch;
}

export interface SortedLinks {
  /** URLs to watch, each once whatever its spellings (U4), in the order of the page. */
  readonly watched: readonly WatchedUrl[];
  /** Links that a list blocks: not watched, never contacted (C10). */
  readonly spam: readonly BlockedUrl[];
  /** Links into the own farm (U5): looked up in each answer, never watched. */
  readonly internal: number;
  /** Links that are not watched by kind (U1, U2). */
  readonly ignored: number;
  /** Links that can never work (U3), each once as it is written: never contacted, shown to people as status 128. */
  readonly invalid: readonly { readonly url: string; readonly reason: UnusableReason }[];
  /** Links that answers list beside the watched and the blocked: internal ones, each once whatever its spellings, and invalid ones. */
  readonly unwatched: number;
}

/** A match as one text, of list and line. */
export const spamMark = ({ scope, entry }: SpamMatch): string => `${scope} ${entry.text}`;

interface SortOptions {
  readonly isInternal: (parts: UrlParts) => boolean;
  readonly allowPrivate: boolean;
  /** Which links the wiki's lists block, in the spelling of the wiki. */
  readonly blocked: ReadonlyMap<string, SpamMatch>;
  /** Interwiki links to sister wikis (U7), as addresses. */
  readonly sisters: readonly string[];
}

/** Sorts a page's external links by whether they are watched (F3: U1 to U6, P1). */
export function sortLinks(
  links: readonly string[],
  { isInternal, allowPrivate, blocked, sisters }: SortOptions,
): SortedLinks {
  const watched = new Map<NormalisedUrl, WatchedUrl>();
  const spam = new Map<NormalisedUrl, BlockedUrl>();
  const counts = { internal: sisters.length, ignored: 0 };
  const unwatched = new Set<string>();
  const invalid = new Map<string, UnusableReason>();
  for (const link of links) {
    const classified = classify(link, { allowPrivate });
    const reason = unusableReason(classified);
    if (reason !== null) {
      unwatched.add(link);
      invalid.set(link, reason);
    } else if (classified.kind !== "resource") counts.ignored += 1;
    else if (isInternal(classified.parts)) {
      counts.internal += 1;
      unwatched.add(classified.url);
    } else {
      const { url, parts, flags } = classified;
      const match = blocked.get(link);
      const other = spam.get(url)?.match;
      // The same list and line in whatever order its spellings come.
      if (match !== undefined && (other === undefined || spamMark(match) < spamMark(other)))
        spam.set(url, { url, match });
      const before = watched.get(url);
      // One spelling may be suspicious (U6) where another is not.
      watched.set(url, { url, parts, flags: [...new Set([...(before?.flags ?? []), ...flags])] });
    }
  }
  for (const sister of sisters) {
    const found = classify(sister, { allowPrivate });
    if (found.kind === "resource" && !watched.has(found.url)) unwatched.add(found.url);
  }
  return {
    watched: [...watched.values()].filter(({ url }) => !spam.has(url)),
    spam: [...spam.values()],
    ...counts,
    invalid: [...invalid].map(([url, reason]) => ({ url, reason })),
    unwatched: unwatched.size,
  };
}
