import type { SitePage } from "./page.ts";

/**
 * What a site shows for an address that cannot exist, as far as its other pages are compared with it (C7). Kept in
 * the row of the host, so every part is bounded.
 */
export interface SoftPrint {
  /** Texts that the site's first page has too: menus and the like. */
  readonly template: ReadonlySet<number>;
  /** Texts of its own, the notice among them, with their words. */
  readonly own: ReadonlyMap<number, number>;
  readonly titleHash: number;
  readonly chars: number;
  /** Those of `own` that say that something is not there. */
  readonly notices: ReadonlySet<number>;
  /** The title says so, and that of the first page is another. */
  readonly titleSaysNotFound: boolean;
}

/** Where every figure leans: a page told as missing while it is there is worse than one that is missed. */
const LIMITS = {
  templateMax: 400,
  ownMax: 100,
  /** Fewer words beyond the first page are no page of their own. */
  ownWordsMin: 2,
  /** Without "not found" in so many words: the pages must be long enough to be told apart, and the same but for a trifle. */
  silentWordsMin: 30,
  silentOwnWordsMin: 6,
  silentDifferenceShare: 0.02,
  /** With it: most of its own texts are there, and little else. */
  ownShareMin: 0.6,
  strangeShareMax: 0.15,
  strangeWordsMax: 40,
} as const;

const sum = (numbers: Iterable<number>): number => {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
};

/**
 * From the page of a random address and the site's first page. null: nothing can be told from it. A site that shows
 * the same for everything (an application of one page, a parked domain, a test server that says "ok") has no page of
 * its own for what is missing; a page that only a script fills is the same for all; one that asks for a password may be
 * in front of anything.
 */
export function softPrint(random: SitePage, first: SitePage): SoftPrint | null {
  const template = new Set<number>();
  const own = new Map<number, number>();
  for (const [hash, words] of random.blocks)
    if (first.blocks.has(hash)) template.add(hash);
    else own.set(hash, words);
  if (template.size > LIMITS.templateMax || own.size > LIMITS.ownMax) return null;
  if (random.asksPassword && !first.asksPassword) return null;
  const ownWords = sum(own.values());
  // A notice that the first page has as well says nothing of addresses.
  const notices = new Set([...random.notices].filter((hash) => own.has(hash)));
  const titleSaysNotFound = random.titleSaysNotFound && random.titleHash !== first.titleHash;
  const { words, isShell, titleHash, chars } = random;
  if (ownWords < LIMITS.ownWordsMin || (isShell && words < LIMITS.silentWordsMin)) return null;
  const tellsMuch = !isShell && words >= LIMITS.silentWordsMin && ownWords >= LIMITS.silentOwnWordsMin;
  return notices.size > 0 || titleSaysNotFound || tellsMuch
    ? { template, own, titleHash, chars, notices, titleSaysNotFound }
    : null;
}

/**
 * The page with its texts as written where the site's page for missing ones has them so: at `/page.html` the word "page" of
 * "this page does not exist" is no echo of the address.
 */
function withoutChanceEchoes({ own, template, titleHash }: SoftPrint, page: SitePage): SitePage {
  const has = (hash: number) => own.has(hash) || template.has(hash);
  const meant = [...page.written].filter(([asWritten, hash]) => has(asWritten) && !has(hash));
  const title = page.writtenTitleHash === titleHash ? { titleHash } : {};
  if (meant.length === 0) return { ...page, ...title };
  const blocks = new Map(page.blocks);
  const notices = new Set(page.notices);
  for (const [asWritten, hash] of meant) {
    blocks.set(asWritten, own.get(asWritten) ?? page.blocks.get(hash) ?? 0);
    blocks.delete(hash);
    if (notices.delete(hash)) notices.add(asWritten);
  }
  return { ...page, ...title, blocks, notices };
}

/**
 * The page says all that the random one said of not being there, in the same words: "Sorry, this painting is on loan" and
 * an inventory's number 404 are other words, however many texts of a sidebar the two pages share.
 */
function saysTheSame({ notices, titleSaysNotFound, titleHash }: SoftPrint, page: SitePage): boolean {
  if (titleSaysNotFound && page.titleHash !== titleHash) return false;
  for (const hash of notices) if (!page.notices.has(hash)) return false;
  return true;
}

/**
 * Whether a page that was asked for is the site's page for missing ones. `besideRandom`: it stands in the folder of the
 * random address, where sites that go by a number in the path show one page under every name (`/questions/17/any-title`).
 */
export function isSoft404(print: SoftPrint, seen: SitePage, besideRandom: boolean): boolean {
  const page = withoutChanceEchoes(print, seen);
  let missing = 0;
  for (const [hash, words] of print.own) if (!page.blocks.has(hash)) missing += words;
  let strange = 0;
  for (const [hash, words] of page.blocks)
    if (!print.own.has(hash) && !print.template.has(hash)) strange += words;
  const ownWords = sum(print.own.values());
  if (print.notices.size > 0 || print.titleSaysNotFound)
    return (
      saysTheSame(print, page) &&
      ownWords - missing >= ownWords * LIMITS.ownShareMin &&
      strange <= LIMITS.strangeWordsMax &&
      strange <= sum(page.blocks.values()) * LIMITS.strangeShareMax
    );
  if (besideRandom) return false;
  const same = page.titleHash === print.titleHash && !page.isShell && !page.asksPassword;
  const close = (limit: number) => Math.abs(page.chars - print.chars) <= limit;
  return (
    same &&
    page.words >= LIMITS.silentWordsMin &&
    close(200 + print.chars * LIMITS.silentDifferenceShare) &&
    missing + strange <= page.words * LIMITS.silentDifferenceShare
  );
}

/** Words that make a page another one. */
const OTHER_WORDS_MIN = 15;

/** A page that has nothing of the site's page for missing ones: names are told apart where it stands. */
export function isAnother(print: SoftPrint, seen: SitePage): boolean {
  const page = withoutChanceEchoes(print, seen);
  let shared = false;
  let strange = 0;
  for (const hash of print.own.keys()) shared ||= page.blocks.has(hash);
  for (const [hash, words] of page.blocks) if (!print.template.has(hash)) strange += words;
  return !shared && strange >= OTHER_WORDS_MIN;
}
