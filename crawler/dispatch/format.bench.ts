/**
 * What the stored form of snapshots costs at a hundred million pages: bytes and CPU measured on invented pages of usual sizes,
 * money by Cloudflare's published prices. By hand; Bun or, as the edge has it, V8:
 * `bun crawler/dispatch/format.bench.ts`, `node crawler/dispatch/format.bench.ts`.
 */
import type { UrlFacts } from "../../shared/answer/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { decodeSnapshot, encodeSnapshot, type Snapshot } from "../../shared/snapshot/snapshot.ts";
import type { Status } from "../../shared/status/table.ts";
import { dice } from "../sample/verdicts/testing/dice.ts";

const PAGES = 2_048;
const MODEL = {
  pages: 100_000_000,
  /** 500 million URLs once in 28 days, five writes per thousand checks (the aim of the design). */
  changesPerMonth: 500_000_000 * (30 / 28) * 0.005,
  answersPerMonth: 100_000_000,
} as const;
/** Workers KV and Workers, paid plan, as published in November 2026; USD. */
const PRICE = {
  writeMillion: 5,
  writesFree: 1e6,
  readMillion: 0.5,
  readsFree: 10e6,
  gbMonth: 0.5,
  gbFree: 1,
  cpuMillionMs: 0.02,
  cpuMsFree: 30e6,
} as const;

/** The same pages in every run. */
const random = dice(20_261_121).unit;
const below = (count: number): number => Math.floor(random() * count);
const WORDS =
  "news article archive report history index page city museum river school music data www de en id view".split(
    " ",
  );
const word = (): string => WORDS[below(WORDS.length)] ?? "a";

/** Half of the pages have up to three links, one in a hundred more than sixty; eight on average. */
function linkCount(): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.min(2_000, Math.max(1, Math.round(Math.exp(1.25 + 1.25 * normal))));
}

function facts(): UrlFacts {
  // Hosts are shared by many pages, some by very many.
  const host = `www.${word()}-${Math.floor(10_000 * random() ** 3)}.${["org", "de", "com", "co.uk"][below(4)]}`;
  const path = Array.from({ length: 1 + below(4) }, () => `${word()}-${below(10_000)}`).join("/");
  const url = `http${below(5) === 0 ? "" : "s"}://${host}/${path}${below(3) === 0 ? `?${word()}=${below(1e6)}` : ".html"}`;
  const fine = {
    status: 1 as Status,
    http: 200,
    first: asDay(2_700 + below(800)),
    last: asDay(3_590 + below(20)),
    deadEnd: false,
    checks: 1 + below(30),
  };
  const dead = below(8) === 0;
  const gone = {
    status: 18 as Status,
    http: 404,
    first: asDay(3_500 + below(60)),
    last: asDay(3_590 + below(20)),
    deadEnd: false,
    checks: 2 + below(9),
  };
  return {
    url,
    history: dead ? [gone, { ...fine, last: asDay(gone.first - 5) }] : [fine],
    notes: below(12) === 0 ? [{ key: "moved", value: `${url}x` }] : [],
    mime: below(14) === 0 ? "pdf" : null,
    kib: null,
    archives: dead
      ? [{ type: "archive.org", url: `https://web.archive.org/web/2025${1e9 + below(1e9)}/${url}` }]
      : [],
    replacement: null,
    reports: 0,
    spam: null,
  };
}

const pages: Snapshot[] = Array.from({ length: PAGES }, (_, at) => ({
  wiki: "dewiki@WMF",
  pageid: 1_000_000 + at * 7,
  title: `${word()} ${word()} ${at}`,
  namespace: 0,
  asOf: asDay(3_580 + below(30)),
  urls: Array.from({ length: linkCount() }, facts),
  unwatched: at % 3,
}));
const urls = pages.reduce((sum, page) => sum + page.urls.length, 0);

/** CPU of this process, as other work on the machine must not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Microseconds of CPU for each. */
async function timed<T>(list: readonly T[], work: (member: T) => unknown): Promise<number> {
  const began = cpuMs();
  for (const member of list) await work(member);
  return ((cpuMs() - began) * 1_000) / list.length;
}

async function measure() {
  await timed(pages, encodeSnapshot);
  const encodeUs = await timed(pages, encodeSnapshot);
  const values = await Promise.all(pages.map(encodeSnapshot));
  const read = () => timed(values, decodeSnapshot);
  await read();
  const decodeUs = Math.min(await read(), await read());
  return { bytes: values.reduce((sum, value) => sum + value.length, 0) / PAGES, encodeUs, decodeUs };
}

const over = (count: number, free: number) => Math.max(0, count - free);
function monthly({ bytes, decodeUs }: Awaited<ReturnType<typeof measure>>) {
  const storage = over((bytes * MODEL.pages) / 1e9, PRICE.gbFree) * PRICE.gbMonth;
  const writes = (over(MODEL.changesPerMonth, PRICE.writesFree) / 1e6) * PRICE.writeMillion;
  const cpu = (over((decodeUs / 1_000) * MODEL.answersPerMonth, PRICE.cpuMsFree) / 1e6) * PRICE.cpuMillionMs;
  return {
    export: (MODEL.pages / 1e6) * PRICE.writeMillion,
    month: storage + writes + cpu + (over(MODEL.answersPerMonth, PRICE.readsFree) / 1e6) * PRICE.readMillion,
  };
}

const engine =
  typeof Bun === "undefined" ? `V8 (Node ${process.versions.node})` : `JavaScriptCore (Bun ${Bun.version})`;
const measured = await measure();
const cost = monthly(measured);
console.log(`${engine}; ${PAGES} pages, ${urls} URLs, ${(urls / PAGES).toFixed(1)} a page`);
console.log("| bytes a page | bytes a URL | encode, µs | decode, µs | full export, USD | a month, USD |");
console.log("|---|---|---|---|---|---|");
console.log(
  `| ${measured.bytes.toFixed(0)} | ${((measured.bytes * PAGES) / urls).toFixed(1)} | ${measured.encodeUs.toFixed(0)} | ${measured.decodeUs.toFixed(1)} | ${cost.export.toFixed(0)} | ${cost.month.toFixed(0)} |`,
);
