import type { Block, SitePage } from "./page.ts";

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

/** Where every figure leans: a page called missing while it is there is worse than one that is missed. */
const LIMITS = {
  templateMax: 400,
  ownMax: 100,
  /** Fewer words beyond the first page are no page of their own. */
  ownWordsMin: 2,
  /** Without "not found" in so many words: the pages must be long enough to be distinguished, and the same but for a trifle. */
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
 * From the page of a random address and the site's first page. null: nothing follows from it. A site that shows
 * the same for everything (an application of one page, a parked domain, a test server that says "ok") has no page of
 * its own for what is missing; a page that only a script fills is the same for all; one that asks for a password may be
 * in front of anything.
 */
export function softPrint(random: SitePage, first: SitePage): SoftPrint | null {
  const template = new Set<number>();
  const own = new Map<number, number>();
  const notices = new Set<number>();
  const atFirst = new Set(first.blocks.map(({ hash }) => hash));
  for (const { hash, words, isNotice } of random.blocks)
    if (atFirst.has(hash)) template.add(hash);
    else {
      own.set(hash, words);
      // A notice that the first page has as well says nothing of addresses.
      if (isNotice) notices.add(hash);
    }
  if (template.size > LIMITS.templateMax || own.size > LIMITS.ownMax) return null;
  if (random.asksPassword && !first.asksPassword) return null;
  const ownWords = sum(own.values());
  const titleSaysNotFound = random.titleSaysNotFound && random.titleHash !== first.titleHash;
  const { words, isShell, titleHash, chars } = random;
  if (ownWords < LIMITS.ownWordsMin || (isShell && words < LIMITS.silentWordsMin)) return null;
  const tellsMuch = !isShell && words >= LIMITS.silentWordsMin && ownWords >= LIMITS.silentOwnWordsMin;
  return notices.size > 0 || titleSaysNotFound || tellsMuch
    ? { template, own, titleHash, chars, notices, titleSaysNotFound }
    : null;
}

/** The texts of a page by the number under which the print knows them: as written, where that is an echo by chance only. */
function blocksBy({ own, template }: SoftPrint, { blocks }: SitePage): ReadonlyMap<number, Block> {
  const has = (hash: number) => own.has(hash) || template.has(hash);
  return new Map(
    blocks.map((block) => [!has(block.hash) && has(block.written) ? block.written : block.hash, block]),
  );
}

const hasTitle = ({ titleHash }: SoftPrint, page: SitePage): boolean =>
  page.titleHash === titleHash || page.writtenTitleHash === titleHash;

/**
 * Whether a page that was asked for is the site's page for missing ones. `besideRandom`: it stands in the folder of the
 * random address, where sites that go by a number in the path show one page under every name (`/questions/17/any-title`).
 */
export function isSoft404(print: SoftPrint, page: SitePage, besideRandom: boolean): boolean {
  const blocks = blocksBy(print, page);
  const missing = sum([...print.own].map(([hash, words]) => (blocks.has(hash) ? 0 : words)));
  const strange = strangeWords(print, blocks, true);
  const all = sum([...blocks.values()].map(({ words }) => words));
  if (print.notices.size > 0 || print.titleSaysNotFound) {
    // It says all that the random one said of not being there, in the same words: "Sorry, this painting is on loan" and an
    // inventory's number 404 are other words, however many texts of a sidebar the two pages share.
    const saysTheSame =
      (!print.titleSaysNotFound || hasTitle(print, page)) &&
      [...print.notices].every((hash) => blocks.get(hash)?.isNotice === true);
    const ownWords = sum(print.own.values());
    return (
      saysTheSame &&
      ownWords - missing >= ownWords * LIMITS.ownShareMin &&
      strange <= Math.min(LIMITS.strangeWordsMax, all * LIMITS.strangeShareMax)
    );
  }
  const close = (limit: number) => Math.abs(page.chars - print.chars) <= limit;
  return (
    !besideRandom &&
    hasTitle(print, page) &&
    !page.isShell &&
    !page.asksPassword &&
    page.words >= LIMITS.silentWordsMin &&
    close(200 + print.chars * LIMITS.silentDifferenceShare) &&
    missing + strange <= page.words * LIMITS.silentDifferenceShare
  );
}

/** Words of texts that the site's first page does not have; with `besideOwn` those of the print neither. */
const strangeWords = (
  { own, template }: SoftPrint,
  blocks: ReadonlyMap<number, Block>,
  besideOwn: boolean,
): number =>
  sum(
    [...blocks].map(([hash, { words }]) => (template.has(hash) || (besideOwn && own.has(hash)) ? 0 : words)),
  );

/** Words that make a page another one. */
const OTHER_WORDS_MIN = 15;

/** A page that has nothing of the site's page for missing ones: names are distinguished where it stands. */
export function isAnother(print: SoftPrint, page: SitePage): boolean {
  const blocks = blocksBy(print, page);
  const shared = [...print.own.keys()].some((hash) => blocks.has(hash));
  return !shared && strangeWords(print, blocks, false) >= OTHER_WORDS_MIN;
}
