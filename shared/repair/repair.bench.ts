/**
 * What the repair of a page costs, and whether it grows with the page and no faster: articles and hostile wikitext.
 *   bun shared/repair/repair.bench.ts
 * Prints JSON lines: milliseconds for 1 MB of citations and links that are all dead, then the ratio of 1 MB to 250 kB of each
 * kind of hostile page (4: linear). Fails when one grows faster.
 */
import { asDay } from "../calendar/day.ts";
import { repair } from "./repair.ts";
import { COPY } from "./testing/cases.ts";
import { HOSTILE, hostilePage } from "./testing/hostile.ts";

const DEAD = "http://dead.zz/a";
const SIZE = 1_000_000;
const RATIO_MAX = 10;
/** Less is mostly what others do on the machine. */
const HARMLESS_MS = 500;
const TRIES = 5;

const ARTICLE =
  `A sentence of an article with a [[link]].<ref>{{cite web |url=${DEAD} |title=Title |access-date=2 May 2011}}</ref> ` +
  `Another one, ''with'' a <ref name="n">[${DEAD} Title], p. 5</ref> reference, and {{tl|a template}}.\n\n`;

function fastest(wikitext: string, dbname: string): number {
  const links = [{ url: DEAD, verdict: "unreachable", archives: [{ type: "archive.org", url: COPY }] }];
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIES; time++) {
    const start = performance.now();
    repair({ id: 1, dbname, today: asDay(3612), wikitext, links });
    best = Math.min(best, performance.now() - start);
    if (best < HARMLESS_MS / RATIO_MAX) break;
  }
  return best;
}

for (const dbname of ["enwiki", "dewiki", "frwiki"]) {
  const wikitext = ARTICLE.repeat(Math.ceil(SIZE / ARTICLE.length));
  console.log(JSON.stringify({ article: dbname, ms: Math.round(fastest(wikitext, dbname)) }));
}
const faster: string[] = [];
for (const [name, piece] of Object.entries(HOSTILE)) {
  const [less, more] = [SIZE / 4, SIZE].map((size) => fastest(hostilePage(piece, size), "dewiki"));
  const ratio = (more ?? 0) / (less ?? 1);
  if ((more ?? 0) > HARMLESS_MS && ratio > RATIO_MAX) faster.push(name);
  console.log(JSON.stringify({ hostile: name, ms: Math.round(more ?? 0), ratio: Number(ratio.toFixed(1)) }));
}
if (faster.length > 0) throw new Error(`grows faster than the page: ${faster.join(", ")}`);
