/**
 * What a URL costs against a spam list of 10,000 lines, in the shapes and shares of Wikimedia's lists; one URL in six is
 * listed. Beside it: the lines' patterns tried one by one with the same engine.
 *   bun shared/spam/match.bench.ts
 * Prints JSON lines, in microseconds by the clock; the last rounds are the warm ones.
 */
import { RE2JS } from "re2js";
import { linesOf } from "./lists.ts";
import { createLineMatcher } from "./matcher.ts";
import { readLine } from "./pattern.ts";
import { emit, matchable } from "./syntax.ts";

const LINES = 10_000;
const URLS = 20_000;
const ROUNDS = 4;
const PLAIN_URLS = 20;

let seed = 7;
function dice(sides: number): number {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fff_ffff;
  return (seed >> 8) % sides;
}
const of = (words: readonly string[]): string => words[dice(words.length)] ?? "";

const WORDS = (
  "river stone lantern harbour copper meadow archive signal ladder window garden compass bridge letter winter market " +
  "cheap casino pills poker replica watch loan credit seo"
).split(" ");
const SUFFIXES = ["com", "net", "org", "info", "ru", "biz", "de", "co.uk"];
const word = () => of(WORDS);
const name = () => `${word()}${of(["", "", "-"])}${word()}${dice(1_000)}.${of(SUFFIXES)}`;
const escaped = (text: string) => text.replaceAll(".", "\\.");

function line(): string {
  const share = dice(100);
  if (share < 90) return `\\b${escaped(name())}\\b`;
  if (share < 93) return escaped(name());
  if (share < 95) return `\\b${escaped(name())}/${word()}`;
  if (share < 97) return `${word()}[0-9]*${word()}\\.${of(SUFFIXES)}`;
  if (share < 98) return `\\b(?:${word()}|${word()})-${word()}\\d+\\.(?:com|net)\\b`;
  if (share < 99) return `[a-z]+-${word()}${dice(99)}\\.info`;
  return `\\b${word()}${word()}.*\\.(cn|tk)\\b`;
}

const page = Array.from({ length: LINES }, line).join("\n");
const urls = Array.from(
  { length: URLS },
  () =>
    `https://${of(["www.", ""])}${name()}/${word()}/${word()}-${dice(9_999)}.html${of(["", "", `?id=${dice(999)}&q=${word()}`])}`,
);

function micros(work: () => unknown, count: number): number {
  const start = performance.now();
  work();
  return Math.round(((performance.now() - start) * 100_000) / count) / 100;
}
const report = (line: Record<string, string | number>) => console.log(JSON.stringify(line));

for (let round = 1; round <= ROUNDS; round++)
  report({ what: "read the list", round, msPerList: micros(() => createLineMatcher(linesOf(page)), 1_000) });
const matcher = createLineMatcher(linesOf(page));
for (let round = 1; round <= ROUNDS; round++) {
  let listed = 0;
  const times = new Float64Array(URLS);
  for (const [at, url] of urls.entries()) {
    const start = performance.now();
    if (matcher.first(matchable(url)) !== null) listed++;
    times[at] = (performance.now() - start) * 1_000;
  }
  times.sort();
  const share = (part: number) => Math.round(times[Math.floor((URLS - 1) * part)] ?? 0);
  const mean = Math.round((times.reduce((sum, time) => sum + time, 0) * 10) / URLS) / 10;
  report({
    what: "judge",
    round,
    urls: URLS,
    listed,
    mean,
    p50: share(0.5),
    p90: share(0.9),
    p99: share(0.99),
    most: share(1),
  });
}

const plain = linesOf(page).flatMap(({ text }) => {
  const read = readLine(text);
  return read.kind === "pattern" ? [RE2JS.compile(`//+[a-z0-9_\\-.]*(?:${emit(read.node)})`)] : [];
});
for (let round = 1; round <= 2; round++) {
  const microsPerUrl = micros(() => {
    for (const url of urls.slice(0, PLAIN_URLS)) plain.some((line) => line.test(matchable(url)));
  }, PLAIN_URLS);
  report({ what: "line by line", round, urls: PLAIN_URLS, microsPerUrl });
}
