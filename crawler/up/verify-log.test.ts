import { join } from "node:path";
import pMap from "p-map";
import { expect, test } from "vitest";
import {
  entryHashOf,
  flawOf,
  LOG_BEGIN,
  type LogEntry,
  textHashOf,
} from "../../shared/protocol/people-log.ts";

const SCRIPT = join(import.meta.dirname, "../../docs/examples/verify-log.mjs");
const PAGE = 4;

/** As origin hashes it, behind another. */
function chained(entry: LogEntry, before: LogEntry | undefined): LogEntry {
  const unsigned = { ...entry, previous: before?.hash ?? LOG_BEGIN };
  return { ...unsigned, hash: entryHashOf(unsigned) };
}

/** A log as origin writes it; the third entry is hidden, as the eighth says. */
function chain(length: number): LogEntry[] {
  const entries: LogEntry[] = [];
  for (let no = 1; no <= length; no++) {
    const isHide = no === 8;
    const text = {
      salt: "5a".repeat(16),
      target: isHide ? "3" : `https://a.zz/${no}?q=<é>`,
      detail: no % 2 === 0 && !isHide ? "x" : null,
    };
    const entry: LogEntry = {
      no,
      at: 1_795_000_000 + no,
      act: isHide ? "hide" : "report",
      wiki: no === 5 ? null : "dewiki@WMF",
      scope: isHide ? "entry" : "url",
      text: no === 3 ? null : text,
      textHash: textHashOf(text),
      urls: 1,
      by: isHide ? "operator" : "reader",
      undoes: no === 7 ? 2 : null,
      until: null,
      previous: "",
      hash: "",
    };
    entries.push(chained(entry, entries.at(-1)));
  }
  return entries;
}

function serve(served: readonly LogEntry[]) {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { searchParams } = new URL(request.url);
      const left = Number(searchParams.get("cursor") ?? served.length);
      const entries = served.slice(0, left).toReversed().slice(0, PAGE);
      const next = left > PAGE ? left - PAGE : null;
      return Response.json({ version: 1, wiki: null, entries, next, locks: [] });
    },
  });
}

async function verify(entries: readonly LogEntry[], known?: string) {
  const server = serve(entries);
  const args = [SCRIPT, server.url.href, ...(known === undefined ? [] : [known])];
  const script = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "inherit" });
  const [words, code] = await Promise.all([new Response(script.stdout).text(), script.exited]);
  await server.stop(true);
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

const entryAt = (at: number) => whole[at] as LogEntry;

/** Logs in which a forger changed one place, by its index. */
const FORGED: Record<string, (at: number) => readonly LogEntry[]> = {
  altered: (at) => changed(at, { urls: 2 }),
  "altered with its own hash": (at) => whole.with(at, chained({ ...entryAt(at), urls: 2 }, whole[at - 1])),
  "altered with all hashes behind it": (at) => rechained(changed(at, { urls: 2 })),
  "another text": (at) =>
    changed(at, { text: { salt: "5a".repeat(16), target: "https://b.zz/", detail: null } }),
  "no text": (at) => changed(at, { text: null }),
  removed: (at) => whole.toSpliced(at, 1),
  "removed, and numbered again": (at) => rechained(whole.toSpliced(at, 1)),
  reordered: (at) => whole.toSpliced(at, 2, ...whole.slice(at, at + 2).toReversed()),
  added: (at) => whole.toSpliced(at, 0, chained({ ...entryAt(at), urls: 3 }, whole[at - 1])),
  "added, and numbered again": (at) => rechained(whole.toSpliced(at, 0, { ...entryAt(at), urls: 3 })),
};
/** As somebody writes a log who can write all of it. */
function rechained(entries: readonly LogEntry[]): LogEntry[] {
  const all: LogEntry[] = [];
  for (const [at, entry] of entries.entries()) all.push(chained({ ...entry, no: at + 1 }, all.at(-1)));
  return all;
}

/** Nothing stands there that could be changed: a text that is hidden already, and what follows the last. */
const isSame = (entries: readonly LogEntry[]): boolean => JSON.stringify(entries) === JSON.stringify(whole);

test.each(Object.keys(FORGED))("a log with an entry that is %s is found, whichever it is", async (how) => {
  const forged = whole.map((_, at) => FORGED[how]?.(at) ?? []).filter((entries) => !isSame(entries));
  expect(forged.length).toBeGreaterThanOrEqual(whole.length - 1);
  const codes = await pMap(forged, async (entries) => (await verify(entries, head)).code, { concurrency: 4 });
  expect(codes).toEqual(forged.map(() => 1));
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
  [
    "a text that nobody says was hidden",
    changed(5, { text: null }),
    undefined,
    "entry 6: its text was taken out, and no entry says so",
  ],
  [
    "an entry of earlier",
    rechained(changed(5, { at: 1 })),
    undefined,
    "entry 6: it is older than the entry before",
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

test.each<[string, readonly string[], number]>([
  ["a Weboid that is away", ["http://127.0.0.1:1"], 3],
  ["no address", ["weboid"], 2],
  ["no entry", ["http://127.0.0.1:1", "abc"], 2],
])("%s is no log that was changed, and is said in one line", async (_, args, code) => {
  const script = Bun.spawn([process.execPath, SCRIPT, ...args], { stdout: "pipe", stderr: "pipe" });
  const said = await new Response(script.stderr).text();
  expect(await script.exited).toBe(code);
  expect(said.trim().split("\n")).toHaveLength(1);
});
