/**
 * What the repair of a page costs, and whether it grows with the page and no faster: articles and hostile wikitext.
 *   bun shared/repair/repair.bench.ts
 * Prints JSON lines: milliseconds for 1 MB of citations and links that are all dead, then the ratio of 1 MB to 250 kB of each
 * kind of hostile page (4: linear). Fails when one grows faster.
 */
import { asDay } from "../calendar/day.ts";
import { repair } from "./repair.ts";
import { HOSTILE, HOSTILE_PAIRS, hostilePage, hostilePair, LINKS } from "./testing/hostile.ts";

const DEAD = "http://dead.zz/a";
const SIZE = 1_000_000;
const RATIO_MAX = 10;
/** Less is mostly what others do on the machine. */
const HARMLESS_MS = 500;
const TRIES = 5;

const ARTICLE =
  `A sentence of an article with a [[link]].<ref>{{cite web |url=${DEAD} |title=Title |access-date=2 May 2011}}</ref> ` +
  `Another one, ''with'' a <ref name="n">[${DEAD} Title], p. 5</ref> reference, and {{tl|a template}}.\n\n`;

/** The fastest of a few tries for each page, by turns: what else the machine does should hit all alike. */
function fastest(pages: readonly string[], dbname: string): number[] {
  const best = pages.map(() => Number.POSITIVE_INFINITY);
  for (let time = 0; time < TRIES; time++)
    for (const [at, wikitext] of pages.entries()) {
      const start = performance.now();
      repair({ id: 1, dbname, today: asDay(3612), wikitext, links: LINKS });
      best[at] = Math.min(best[at] ?? 0, performance.now() - start);
    }
  return best;
}

for (const dbname of ["enwiki", "dewiki", "frwiki"]) {
  const wikitext = ARTICLE.repeat(Math.ceil(SIZE / ARTICLE.length));
  console.log(JSON.stringify({ article: dbname, ms: Math.round(fastest([wikitext], dbname)[0] ?? 0) }));
}
const faster: string[] = [];
const hostile: readonly (readonly [name: string, page: (size: number) => string])[] = [
  ...Object.entries(HOSTILE).map(
    ([name, piece]) => [name, (size: number) => hostilePage(piece, size)] as const,
  ),
  ...Object.entries(HOSTILE_PAIRS).map(
    ([name, pair]) => [name, (size: number) => hostilePair(pair, size)] as const,
  ),
];
for (const [name, page] of hostile) {
  const [less = 1, more = 0] = fastest([SIZE / 4, SIZE].map(page), "dewiki");
  const ratio = more / less;
  if (more > HARMLESS_MS && ratio > RATIO_MAX) faster.push(name);
  console.log(JSON.stringify({ hostile: name, ms: Math.round(more), ratio: Number(ratio.toFixed(1)) }));
}
if (faster.length > 0) throw new Error(`grows faster than the page: ${faster.join(", ")}`);
