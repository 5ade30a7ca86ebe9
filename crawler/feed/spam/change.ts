import { toUnicode } from "tr46";
import type { ScanEntry } from "../../../db/spam/find-urls.ts";
import { createBlockedDomains, readDomains } from "../../../shared/spam/domains.ts";
import { linesOf } from "../../../shared/spam/lists.ts";
import { createLineMatcher } from "../../../shared/spam/matcher.ts";
import { matchable } from "../../../shared/spam/syntax.ts";
import type { Entry, ListKind } from "../../../shared/spam/types.ts";

/** Entries that were added and removed, each once. */
export interface ListDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Compares two contents of a list; `reason`: why the new one is no list of its kind. */
export function differenceOf(
  kind: ListKind,
  before: string,
  after: string,
): ListDifference | { readonly reason: string } {
  const old = entriesOf(kind, before);
  const now = entriesOf(kind, after);
  if (!(now instanceof Set)) return now;
  const known = old instanceof Set ? old : new Set<string>();
  return {
    added: [...now].filter((text) => !known.has(text)),
    removed: [...known].filter((text) => !now.has(text)),
  };
}

/** All entries of a list. */
export function scanEntries(kind: ListKind, content: string): ScanEntry[] {
  const texts = entriesOf(kind, content);
  return texts instanceof Set
    ? [...texts].map((text) => ({ kind: kind === "domains" ? "domain" : "line", text }))
    : [];
}

function entriesOf(kind: ListKind, content: string): Set<string> | { readonly reason: string } {
  const textsOf = (entries: readonly Entry[]) =>
    new Set(entries.flatMap(({ text, more }) => (more === undefined ? text : [])));
  if (kind !== "domains") return textsOf(linesOf(content));
  const read = readDomains(content);
  return read.kind === "domains" ? textsOf(read.domains.entries) : { reason: read.reason };
}

/**
 * A test whether entries may concern a URL of which only the normalised form is known: it tries the spellings that a wiki
 * may have. A match too many only has a page read again.
 */
export function entriesTest(entries: readonly ScanEntry[]): (url: string) => boolean {
  const of = (kind: ScanEntry["kind"]) =>
    entries.filter((entry) => entry.kind === kind).map(({ text }, at) => ({ line: at + 1, text }));
  const lines = createLineMatcher(of("line"));
  const domains = createBlockedDomains(of("domain"));
  return (url) =>
    spellingsOf(url).some(
      (spelling) => lines.first(matchable(spelling)) !== null || domains.of(spelling) !== null,
    );
}

function spellingsOf(url: string): string[] {
  const shown = url.replace(/^([a-z]+:\/\/)([^/:]*)/, (_, scheme: string, host: string) =>
    host.includes("xn--") ? scheme + toUnicode(host).domain : scheme + host,
  );
  const spellings = [...new Set([url, shown])];
  return /%[89A-F]/i.test(url) ? [...spellings, ...spellings.map(decoded)] : spellings;
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    // Not UTF-8: the wiki writes it so, too.
    return url;
  }
}
