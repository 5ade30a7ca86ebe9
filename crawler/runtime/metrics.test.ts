import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { watchCache } from "./caches.ts";
import { FIGURES } from "./figures.ts";
import { silentLog } from "./log.ts";
import { openMetrics } from "./metrics.ts";

async function open() {
  const metrics = await openMetrics({ host: "127.0.0.1", port: 0 }, silentLog);
  if (metrics === null) throw new Error("no port is free");
  onTestFinished(() => metrics.close());
  const base = `http://127.0.0.1:${metrics.port}`;
  const lines = async () =>
    (await (await fetch(`${base}/metrics`)).text())
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
  return { metrics, base, lines };
}

test("figures of roles, and what the process takes, in the text format of Prometheus", async () => {
  const { metrics, base, lines } = await open();
  const nameOf = (line: string) => line.slice(0, line.lastIndexOf(" "));
  // Caches of other tests.
  const before = new Set((await lines()).map(nameOf));
  let checked = 3;
  metrics.watch("crawl", () => ({ checked, perSecond: 1.5, note: "x", none: null }));
  metrics.watch("origin", () => ({
    classes: { people: { running: 1, refused: 2 }, feed: { running: 0, refused: 0 } },
  }));
  metrics.watch("maintain", () => ({ urlsHeld: false, expired: { urls: { last: 1, rows: 3 } } }));
  metrics.watch("archive", () => ({ "archive.org": { chosen: 4 } }));
  checked = 5;
  const answer = await fetch(`${base}/metrics`);
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const added = (await lines()).filter((line) => !before.has(nameOf(line)));
  expect(added.filter((line) => line.startsWith("weboid"))).toEqual([
    "weboid_crawl_running 1",
    "weboid_crawl_checked_total 5",
    "weboid_origin_running 1",
    'weboid_origin_classes_running{class="people"} 1',
    'weboid_origin_classes_running{class="feed"} 0',
    'weboid_origin_classes_refused_total{class="people"} 2',
    'weboid_origin_classes_refused_total{class="feed"} 0',
    "weboid_maintain_running 1",
    'weboid_maintain_expired_rows_total{kind="urls"} 3',
    "weboid_archive_running 1",
    'weboid_archive_chosen_total{archive="archive.org"} 4',
  ]);
  const own = Object.fromEntries((await lines()).map((line) => line.split(" ") as [string, string]));
  expect(Number(own.process_resident_memory_bytes)).toBeGreaterThan(1e6);
  expect(Number(own.process_open_fds)).toBeGreaterThan(3);
});

test("how full caches and queues are, and how full they may be", async () => {
  const { lines } = await open();
  const cache = watchCache("trial", new Map([["a", 1]]), 5);
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'weboid_cache_entries{cache="trial"} 1',
      'weboid_cache_entries_max{cache="trial"} 5',
    ]),
  );
  expect(cache.size).toBe(1);
});

test("figures that cannot be had fail the scrape, and nothing else", async () => {
  const { metrics, base, lines } = await open();
  const end = metrics.watch("edge", async () => {
    throw new Error("it is gone");
  });
  expect((await fetch(`${base}/metrics`)).status).toBe(500);
  end();
  metrics.watch("edge", async () => ({ streamsOpen: 2 }));
  expect(await lines()).toContain("weboid_edge_streams_open 2");
});

test("roles of one process are summed, and gone when they end", async () => {
  const { metrics, lines } = await open();
  const first = metrics.watch("crawl", () => ({ checked: 1 }));
  metrics.watch("crawl", () => ({ checked: 2 }));
  expect(await lines()).toEqual(
    expect.arrayContaining(["weboid_crawl_running 2", "weboid_crawl_checked_total 3"]),
  );
  first();
  expect(await lines()).toEqual(
    expect.arrayContaining(["weboid_crawl_running 1", "weboid_crawl_checked_total 2"]),
  );
});

test("each figure has a sentence that says what it is, and the type and name that Prometheus expects", async () => {
  const { metrics, base } = await open();
  for (const [role, described] of Object.entries(FIGURES))
    metrics.watch(role, () =>
      Object.fromEntries(
        Object.entries(described).map(([name, { label }]) => [
          name,
          label === undefined ? 1 : { one: { [name]: 1 } },
        ]),
      ),
    );
  const text = await (await fetch(`${base}/metrics`)).text();
  const of = (what: string) =>
    new Map(
      [...text.matchAll(new RegExp(`^# ${what} (\\S+) (.*)$`, "gm"))].map(([, name, rest]) => [name, rest]),
    );
  const [helps, types] = [of("HELP"), of("TYPE")];
  expect(helps.size).toBeGreaterThan(15);
  for (const [name, help] of helps) {
    expect(help).toMatch(/^[A-Z].{15,}\.$/);
    expect([name, types.get(name)]).toEqual([name, name?.endsWith("_total") ? "counter" : "gauge"]);
  }
});

test.each([
  ["that are unfinished", "GET /metrics HTTP/1.1\r\nHost: x\r\nA", false],
  ["that were answered, on connections kept open", "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", true],
])("requests keep no scrape away %s", async (_name, request, isAnswered) => {
  const { metrics, lines } = await open();
  for (let caller = 0; caller < 60; caller++) {
    const socket = connect(metrics.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(request);
    if (isAnswered) await once(socket, "data");
  }
  for (let scrape = 0; scrape < 3; scrape++)
    expect(await lines()).toContainEqual(expect.stringMatching(/^process_start_time_seconds /));
});

test("nothing else is served there", async () => {
  const { base } = await open();
  expect((await fetch(`${base}/`)).status).toBe(404);
  expect((await fetch(`${base}/metrics`, { method: "POST" })).status).toBe(404);
});

test("an address that is taken is warned of, with the variable's name: the process works without", async () => {
  const { metrics } = await open();
  const warnings: string[] = [];
  const log = { warn: (line: string) => void warnings.push(line) };
  expect(await openMetrics({ host: "127.0.0.1", port: metrics.port }, log)).toBeNull();
  expect(warnings).toEqual([
    expect.stringMatching(/^no figures of this process: WEBOID_METRICS, 127\.0\.0\.1:\d+: .*in use/),
  ]);
});
