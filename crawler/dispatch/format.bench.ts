/**
 * What a stored form of snapshots costs at a hundred million pages: forms and buckets side by side, bytes and CPU measured on
 * invented pages of usual sizes, money by Cloudflare's published prices. By hand; Bun or, as the edge has it, V8:
 * `bun crawler/dispatch/format.bench.ts`, `node crawler/dispatch/format.bench.ts`. Compare within one run only.
 */
import { gunzipSync, gzipSync } from "node:zlib";
import type { UrlFacts } from "../../shared/answer/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { decodeSnapshot } from "../../shared/snapshot/decode.ts";
import { encodeSnapshot } from "../../shared/snapshot/encode.ts";
import type { Snapshot } from "../../shared/snapshot/types.ts";
import type { Status } from "../../shared/status/table.ts";
import { dice } from "../sample/verdicts/dice.ts";

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
const BUCKETS = [1, 16, 64, 256] as const;

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

interface Form {
  readonly name: string;
  encode(bucket: readonly Snapshot[]): Uint8Array;
  /** Finds one page in a bucket and decodes it; the pages of before are passed over as the form allows. */
  decode(value: Uint8Array, at: number): Snapshot | undefined;
}

const frames = (parts: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(parts.flatMap((part) => [new Uint8Array(new Uint32Array([part.length]).buffer), part]));
function frameAt(value: Uint8Array, at: number): Uint8Array {
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  let offset = 0;
  for (let left = at; left > 0; left--) offset += 4 + view.getUint32(offset, true);
  return value.subarray(offset + 4, offset + 4 + view.getUint32(offset, true));
}
const utf8 = new TextEncoder();
const text = new TextDecoder();
const decodeOne = (value: Uint8Array): Snapshot | undefined => {
  const decoded = decodeSnapshot(value);
  return decoded.kind === "snapshot" ? decoded.snapshot : undefined;
};
const binary = (bucket: readonly Snapshot[]) => {
  const [first] = bucket;
  return bucket.length === 1 && first !== undefined
    ? encodeSnapshot(first)
    : frames(bucket.map(encodeSnapshot));
};
const json = (bucket: readonly Snapshot[]) => utf8.encode(JSON.stringify(bucket));

const FORMS: readonly Form[] = [
  {
    name: "binary",
    encode: binary,
    decode: (value, at) => decodeOne(value[0] === 0x57 && value[1] === 0x53 ? value : frameAt(value, at)),
  },
  {
    name: "binary, gzip",
    encode: (bucket) => gzipSync(frames(bucket.map(encodeSnapshot))),
    decode: (value, at) => decodeOne(frameAt(gunzipSync(value), at)),
  },
  { name: "JSON", encode: json, decode: (value, at) => (JSON.parse(text.decode(value)) as Snapshot[])[at] },
  {
    name: "JSON, gzip",
    encode: (bucket) => gzipSync(json(bucket)),
    decode: (value, at) => (JSON.parse(text.decode(gunzipSync(value))) as Snapshot[])[at],
  },
];

/** CPU of this process, as other work on the machine must not count. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function measure({ name, encode, decode }: Form, size: number) {
  const buckets = Array.from({ length: PAGES / size }, (_, at) => pages.slice(at * size, (at + 1) * size));
  const began = cpuMs();
  const values = buckets.map((bucket) => encode(bucket));
  const encodeUs = ((cpuMs() - began) * 1_000) / buckets.length;
  const bytes = values.reduce((sum, value) => sum + value.length, 0);
  // Answers ask for any page alike.
  const asked = Array.from({ length: size === 1 ? PAGES * 2 : 500 }, () => below(PAGES));
  const read = () => {
    const start = cpuMs();
    for (const page of asked) {
      const found = decode(values[Math.floor(page / size)] ?? new Uint8Array(), page % size);
      if (found?.pageid !== pages[page]?.pageid) throw new Error(`${name}: another page`);
    }
    return ((cpuMs() - start) * 1_000) / asked.length;
  };
  read();
  return { name, size, bytes: bytes / PAGES, encodeUs, decodeUs: Math.min(read(), read()) };
}

const over = (count: number, free: number) => Math.max(0, count - free);
function monthly({ size, bytes, decodeUs }: ReturnType<typeof measure>) {
  const storage = over((bytes * MODEL.pages) / 1e9, PRICE.gbFree) * PRICE.gbMonth;
  const writes = (over(MODEL.changesPerMonth, PRICE.writesFree) / 1e6) * PRICE.writeMillion;
  const cpu = (over((decodeUs / 1_000) * MODEL.answersPerMonth, PRICE.cpuMsFree) / 1e6) * PRICE.cpuMillionMs;
  return {
    export: (MODEL.pages / size / 1e6) * PRICE.writeMillion,
    writtenGb: (MODEL.changesPerMonth * bytes * size) / 1e9,
    month: storage + writes + cpu + (over(MODEL.answersPerMonth, PRICE.readsFree) / 1e6) * PRICE.readMillion,
  };
}

const engine =
  typeof Bun === "undefined" ? `V8 (Node ${process.versions.node})` : `JavaScriptCore (Bun ${Bun.version})`;
console.log(`${engine}; ${PAGES} pages, ${urls} URLs, ${(urls / PAGES).toFixed(1)} a page`);
console.log(
  "| form | pages a key | bytes a page | bytes a URL | encode a value, µs | decode for an answer, µs | full export, USD | written a month, GB | a month, USD |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
for (const form of FORMS)
  for (const size of BUCKETS) {
    const row = measure(form, size);
    const cost = monthly(row);
    console.log(
      `| ${[row.name, size, row.bytes.toFixed(0), ((row.bytes * PAGES) / urls).toFixed(1), row.encodeUs.toFixed(0), row.decodeUs.toFixed(1), cost.export.toFixed(1), cost.writtenGb.toFixed(1), cost.month.toFixed(0)].join(" | ")} |`,
    );
  }
