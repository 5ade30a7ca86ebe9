import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { connect, type Database } from "../../db/connect.ts";
import { componentUrl, freshDatabaseUrl } from "../../db/testing/fresh.ts";
import { normalised, samplePage, sampleWiki } from "../../db/testing/sample.ts";
import { urlEverything } from "../../db/urls/everything.ts";
import { startDnsServer } from "../net/testing/dns-server.ts";
import { SWEEP_PACE } from "../politeness/rate-limiter.ts";
import { startHostLog } from "./testing/host-log.ts";

const SLICES = 3;
const HOSTS = ["one.zz", "two.zz", "three.zz"];
const MAIN = join(import.meta.dirname, "../cli/main.ts");

const closers: (() => unknown)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));
const isPage = (path: string) => /^\/(page|away)-/.test(path);

async function worker(env: Record<string, string>): Promise<{ code: unknown; checked: number }> {
  const child = spawn(process.execPath, [MAIN, "crawl", "--once", "--json"], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, WEBOID_LOG: "error", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  closers.push(() => child.kill("SIGKILL"));
  let out = "";
  child.stdout.on("data", (text) => {
    out += String(text);
  });
  const [code] = await once(child, "exit");
  return { code, checked: JSON.parse(out).checked };
}

/** A slice for each worker, however late it begins: in place of all that is left for the first one. */
async function shareSlices(db: Database): Promise<void> {
  await db.sql`alter table slice add column given_to text unique`;
  await db.sql`
    create function share_slices() returns trigger language plpgsql as $$ begin
      if exists (select from slice where given_to = new.holder and no <> new.no) then return null; end if;
      new.given_to := new.holder;
      return new;
    end $$`;
  await db.sql`
    create trigger share_slices before update of holder on slice for each row
    when (new.holder is not null) execute function share_slices()`;
}

/** Holds the slices until all workers ask for them, so that none has its hosts for itself while the others start. */
function untilAllAsk(db: Database, workers: number): Promise<void> {
  return db.transaction(async ({ sql }) => {
    await sql`lock table slice in exclusive mode`;
    const asking = async () =>
      (
        await sql`select distinct pid from pg_locks
        where database = (select oid from pg_database where datname = current_database())
          and relation = 'slice'::regclass and not granted`
      ).length;
    await expect.poll(asking).toBe(workers);
  });
}

test("three workers: a host is asked by one connection at a time, and never sooner than its rest", async () => {
  const databaseUrl = await freshDatabaseUrl();
  const db = await connect(databaseUrl);
  const log = await startHostLog(isPage, (host, path) => {
    if (path.startsWith("/away"))
      return { http: 302, fields: { location: `http://hub.other.zz:${log.port}${path}` } };
    return path.startsWith("/page") ? { body: host } : { http: 404 };
  });
  const dns = await startDnsServer({ "*": { A: ["127.0.0.1"] } });
  closers.push(
    () => db.close(),
    () => log.close(),
    () => dns.close(),
  );
  const wiki = await sampleWiki(db);
  // Neighbours of an id are leased together: each worker is to get a slice, with the same hosts in all of them.
  // Each host sends some to the hub, so that no host has more visits than others, which would all wait for it.
  for (let slice = 0; slice < SLICES; slice++) {
    await db.sql`select setval('url_id_seq', ${slice * 10_000 + 1})`;
    const urls = HOSTS.map((host) => `http://${host}:${log.port}/page-${slice}`);
    urls.push(`http://${HOSTS[slice % HOSTS.length]}:${log.port}/away-${slice}`);
    await samplePage(db, wiki, slice + 1, urls, 0);
  }
  const env = {
    DATABASE_URL: componentUrl(databaseUrl, "crawl"),
    WEBOID_CONTACT: "test@example.org",
    WEBOID_DNS: dns.address,
    WEBOID_ALLOW_PRIVATE: "1",
  };
  await shareSlices(db);
  const [ended] = await Promise.all([
    Promise.all(Array.from({ length: SLICES }, () => worker(env))),
    untilAllAsk(db, SLICES),
  ]);
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(ended.reduce((sum, { checked }) => sum + checked, 0)).toBe(4 * SLICES);
  expect(ended.every(({ checked }) => checked > 0)).toBe(true);
  for (const host of [...HOSTS, "hub.other.zz"]) {
    const { atOnce, gapMs } = log.of(host);
    expect([host, atOnce]).toEqual([host, 1]);
    expect(gapMs).toBeGreaterThanOrEqual(SWEEP_PACE.delayMsMin);
    // Once by each worker that has not yet heard of it.
    const read = log.asked.filter((asked) => asked.host === host && asked.path === "/robots.txt").length;
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(SLICES);
  }
  const pages = log.asked.filter(({ path }) => path.startsWith("/page"));
  expect(new Set(pages.map(({ host, path }) => host + path)).size).toBe(3 * SLICES);
  expect(pages.length).toBe(3 * SLICES);
  const checked = await urlEverything(db, normalised(`http://two.zz:${log.port}/page-${SLICES - 1}`));
  expect(checked?.facts.history).toMatchObject([{ status: 1 }]);
});
