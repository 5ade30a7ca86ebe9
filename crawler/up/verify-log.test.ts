import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  entryHashOf,
  flawOf,
  LOG_BEGIN,
  type LogEntry,
  textHashOf,
} from "../../shared/protocol/people-log.ts";

const SCRIPT = join(import.meta.dirname, "../../docs/examples/verify-log.mjs");
const PAGE = 4;

/** A log as origin writes it; the third entry is hidden. */
function chain(length: number): LogEntry[] {
  const entries: LogEntry[] = [];
  for (let no = 1; no <= length; no++) {
    const text = {
      salt: "5a".repeat(16),
      target: `https://a.zz/${no}?q=<é>`,
      detail: no % 2 === 0 ? "x" : null,
    };
    const unsigned = {
      no,
      at: 1_795_000_000 + no,
      act: "report" as const,
      wiki: no === 5 ? null : "dewiki@WMF",
      scope: "url" as const,
      textHash: textHashOf(text),
      urls: 1,
      by: "reader" as const,
      undoes: no === 7 ? 2 : null,
      until: null,
      previous: entries.at(-1)?.hash ?? LOG_BEGIN,
    };
    entries.push({ ...unsigned, text: no === 3 ? null : text, hash: entryHashOf(unsigned) });
  }
  return entries;
}

let served: readonly LogEntry[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { searchParams } = new URL(request.url);
    const before = Number(searchParams.get("cursor") ?? Number.MAX_SAFE_INTEGER);
    const entries = served
      .filter(({ no }) => no < before)
      .toReversed()
      .slice(0, PAGE);
    const last = entries.at(-1)?.no ?? 1;
    const more = served.some(({ no }) => no < last);
    return Response.json({ version: 1, wiki: null, entries, next: more ? last : null, locks: [] });
  },
});
afterAll(() => server.stop(true));

async function verify(entries: readonly LogEntry[], known?: string) {
  served = entries;
  const args = [SCRIPT, server.url.href, ...(known === undefined ? [] : [known])];
  const script = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  const [words, code] = await Promise.all([new Response(script.stdout).text(), script.exited]);
  return { code, words: words.trim() };
}

const whole = chain(10);
const head = `${whole[9]?.no}:${whole[9]?.hash}`;
const changed = (at: number, more: Partial<LogEntry>) =>
  whole.map((entry, index) => (index === at ? { ...entry, ...more } : entry));

test("a log that nobody changed", async () => {
  expect(await verify(whole)).toEqual({ code: 0, words: `nothing was changed; note ${head}` });
  expect(await verify(whole, head)).toMatchObject({ code: 0 });
  expect(await verify(chain(12), head)).toMatchObject({ code: 0 });
  expect(await verify([])).toEqual({ code: 0, words: "no entries" });
  expect(whole.map((entry, at) => flawOf(entry, whole[at - 1] ?? null))).toEqual(Array(10).fill(null));
});

test.each<[string, readonly LogEntry[], string | undefined, string]>([
  ["an entry that says something else", changed(4, { urls: 2 }), undefined, "entry 5: it was changed"],
  [
    "another address",
    changed(1, { text: { salt: "5a".repeat(16), target: "https://evil.zz/", detail: "x" } }),
    undefined,
    "entry 2: its text was changed",
  ],
  [
    "one left out",
    whole.filter(({ no }) => no !== 6),
    undefined,
    "entry 7: it does not follow the entry before",
  ],
  ["a beginning cut off", whole.slice(2), undefined, "entry 3: the entries before it are missing"],
  ["an end cut off", whole.slice(0, 8), head, "entry 10: it is missing"],
  [
    "another log",
    chain(10).map((entry) => ({ ...entry })),
    `10:${"0".repeat(64)}`,
    "entry 10: it is another entry than the one that you know",
  ],
])("%s is found", async (_, entries, known, words) => {
  expect(await verify(entries, known)).toEqual({ code: 1, words });
});
