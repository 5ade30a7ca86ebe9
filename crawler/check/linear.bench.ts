/**
 * Whether the work of reading strangers' text grows with the text, and no faster: each reader is compared with itself on less.
 *   bun crawler/check/linear.bench.ts
 * Prints how long each takes at most for the longest text; exit code 1 when one grows faster than its text.
 */
import { PIECES, READERS } from "./testing/hostile-text.ts";

/** Four times the text takes four times as long where each character is looked at once, and 16 times in a pattern that looks back. */
const SIZES = [4 * 1024, 16 * 1024, 64 * 1024] as const;
const RATIO_MAX = 10;
/** Less is no harm, and on a busy machine mostly what others do; patterns that look back take seconds. */
const HARMLESS_MS = 500;
/** The fastest of them counts: others cannot be in the way of all. */
const TRIES = 8;

function fastest(read: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIES && best > HARMLESS_MS / RATIO_MAX; time++) {
    const start = performance.now();
    read(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** For the longest text, or for the one from which on it grows faster. */
function measure(read: (text: string) => unknown, piece: string) {
  let before = Number.POSITIVE_INFINITY;
  for (const size of SIZES) {
    const ms = fastest(read, `${piece.repeat(Math.ceil(size / piece.length))}x`);
    if (ms > HARMLESS_MS && ms > RATIO_MAX * before) return { piece, ms, faster: true };
    before = ms;
  }
  return { piece, ms: before, faster: false };
}

for (const [name, read] of READERS) {
  const measured = PIECES.map((piece) => measure(read, piece)).sort((one, other) => other.ms - one.ms);
  const faster = measured.filter((each) => each.faster).map(({ piece }) => piece);
  const [slowest] = measured;
  console.log(
    name.padEnd(20),
    `${slowest?.ms.toFixed(1)} ms of ${JSON.stringify(slowest?.piece)}`,
    faster.length === 0 ? "" : `grows faster than the text: ${JSON.stringify(faster)}`,
  );
  if (faster.length > 0) process.exitCode = 1;
}
