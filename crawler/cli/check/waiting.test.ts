import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { splitUrl } from "../../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { createChecker } from "../../check/checker.ts";
import { slowWeb } from "../../check/testing/slow-web.ts";
import type { Resolution } from "../../net/names.ts";
import { dice } from "../../sample/verdicts/testing/dice.ts";
import { checkList } from "./list.ts";

const FOUND: Resolution = { kind: "found", addresses: ["192.0.2.1"] };

interface Given {
  readonly urls: readonly string[];
  readonly concurrency: number;
  /** How long the name service takes for a host; 0: it is known. */
  readonly lateMs: (host: string) => number;
  readonly perAddressMax?: number;
}

/** `http://a.net/1?to=b.net` redirects to a page of b.net. */
async function checked({ urls, concurrency, lateMs, perAddressMax = 8 }: Given) {
  const web = slowWeb(({ parts }) => {
    const [path, to] = parts.path.split("?to=");
    return to === undefined ? {} : { http: 301, location: `http://${to}${path}` };
  });
  const known = new Set<string>();
  const checker = createChecker({
    contact: null,
    allowPrivate: true,
    controls: [],
    transport: web.transport,
    resolver: {
      cached: (host) => (lateMs(host) === 0 || known.has(host) ? FOUND : null),
      async resolve(host: string) {
        await setTimeout(lateMs(host));
        known.add(host);
        return FOUND;
      },
      close() {},
    },
  });
  const server = { perAddress: perAddressMax, perOperator: 4, restMs: 0 };
  const batches = await Array.fromAsync(checkList(eachAlone(urls), { checker, concurrency, server }));
  const lines = batches.flat();
  await checker.close();
  expect(lines.map(({ url }) => url).sort()).toEqual([...urls].sort());
  const failed = lines.filter(({ chain }) => chain.at(-1)?.http !== 200);
  expect(failed.map(({ url, rule }) => [url, rule])).toEqual([]);
  expect(web.most.get("*")).toBeLessThanOrEqual(concurrency);
  const hosts = new Set(urls.map((url) => splitUrl(url as NormalisedUrl).host));
  for (const host of hosts) expect(web.most.get(host) ?? 0).toBeLessThanOrEqual(1);
  return lines.map(({ url }) => url);
}

async function* eachAlone(urls: readonly string[]) {
  for (const url of urls) yield [url];
}

const of = (host: string, count: number, to = "") =>
  Array.from({ length: count }, (_, n) => `http://${host}/${n}${to}`);

describe("checks that wait for hosts do not wait for each other", () => {
  test.each([
    [1, 2],
    [2, 3],
    [2, 12],
  ])("with %i at once %i URLs of a host whose name is late", async (concurrency, count) => {
    await checked({ urls: of("late.net", count), concurrency, lateMs: () => 10 });
  });

  test("of several such hosts", async () => {
    const urls = ["a.net", "b.net", "c.net"].flatMap((host) => of(host, 9));
    await checked({ urls, concurrency: 4, lateMs: () => 10 });
  });

  test("who was sent to a host yields its permit to the one that has its lease", async () => {
    const urls = ["http://late.net/", "http://a.net/?to=late.net"];
    const lateMs = (host: string) => (host === "late.net" ? 20 : 0);
    expect(await checked({ urls, concurrency: 1, lateMs })).toEqual(urls);
  });

  test("however lists, late names and redirects meet", async () => {
    await Promise.all(Array.from({ length: 60 }, (_, seed) => checked(anyList(dice(seed).unit))));
  });
});

function anyList(random: () => number): Given {
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const hosts = Array.from({ length: upTo(5) }, (_, n) => `h${n}.net`);
  const anyHost = () => hosts[upTo(hosts.length) - 1] ?? "";
  const late = new Map(hosts.map((host) => [host, random() < 0.6 ? upTo(40) : 0]));
  const urls = Array.from(
    { length: upTo(25) },
    (_, n) => `http://${anyHost()}/${n}${random() < 0.5 ? `?to=${anyHost()}` : ""}`,
  );
  return {
    urls: random() < 0.5 ? urls : urls.sort(),
    concurrency: upTo(4),
    lateMs: (host) => late.get(host) ?? 0,
    perAddressMax: upTo(3),
  };
}
