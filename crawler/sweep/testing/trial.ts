import { join, resolve } from "node:path";
import type { Database } from "../../../db/connect.ts";
import { linked } from "../../../db/testing/sample.ts";
import { enterUrls } from "../../../db/urls/enter.ts";
import type { Day } from "../../../shared/calendar/day.ts";

/** What the trials of the sweep have in common: workers in processes of their own, on a web in another (trial-web.ts). */
const root = resolve(import.meta.dirname, "..", "..", "..");

export interface Visit {
  /** Milliseconds since the web's start. */
  readonly ms: number;
  /** Of the URL, as in its path. */
  readonly number: number;
  readonly method: "HEAD" | "GET";
}

export interface TrialWeb {
  readonly port: number;
  /** Connections to this one are ended at once, without a word. */
  readonly hangUpPort: number;
  readonly dns: string;
  /** Requests so far. */
  count(): Promise<number>;
  /** `atOnceMax`: of a host's connections. */
  report(): Promise<{ readonly visits: readonly Visit[]; readonly atOnceMax: number }>;
  close(): Promise<void>;
}

export async function startTrialWeb(
  delayMs: number,
  unknownHosts: readonly string[] = [],
): Promise<TrialWeb> {
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dirname, "trial-web.ts"), String(delayMs), ...unknownHosts],
    { stdin: "pipe", stdout: "pipe", stderr: "inherit" },
  );
  const lines = linesOf(child.stdout);
  const next = async () => JSON.parse((await lines.next()).value ?? "{}");
  let asking: Promise<unknown> = Promise.resolve();
  const ask = <T>(word: string): Promise<T> => {
    const answer = asking.then(async () => {
      child.stdin.write(`${word}\n`);
      child.stdin.flush();
      return (await next()) as T;
    });
    asking = answer;
    return answer;
  };
  const addresses: { port: number; hangUpPort: number; dns: string } = await next();
  return {
    ...addresses,
    count: async () => (await ask<{ count: number }>("count")).count,
    async report() {
      const { visits, atOnceMax } = await ask<{ visits: number[]; atOnceMax: number }>("report");
      const all = Array.from({ length: visits.length / 3 }, (_, at): Visit => {
        const [ms = 0, number = 0, method] = visits.slice(at * 3, at * 3 + 3);
        return { ms, number, method: method === 0 ? "HEAD" : "GET" };
      });
      return { visits: all, atOnceMax };
    },
    async close() {
      child.stdin.end();
      await child.exited;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

export interface Worker {
  /** Resolves with what its process used, in seconds. */
  readonly ended: Promise<{
    readonly code: number | null;
    readonly cpuSeconds: number;
    readonly out: string;
  }>;
  readonly alive: () => boolean;
  kill(signal: "SIGKILL" | "SIGTERM"): void;
}

/** `weboid crawl` as an operator starts it. */
export function startWorker(
  databaseUrl: string,
  web: Pick<TrialWeb, "dns">,
  args: readonly string[] = [],
): Worker {
  const child = Bun.spawn([process.execPath, join(root, "crawler", "cli", "main.ts"), "crawl", ...args], {
    cwd: root,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATABASE_URL: databaseUrl,
      WEBOID_CONTACT: "trial@example.org",
      WEBOID_DNS: web.dns,
      WEBOID_ALLOW_PRIVATE: "1",
      WEBOID_LOG: "error",
    },
  });
  const out = new Response(child.stdout).text();
  return {
    ended: child.exited.then(async () => ({
      code: child.exitCode,
      cpuSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6,
      out: await out,
    })),
    alive: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => child.kill(signal),
  };
}

/** As the feeder does, one after the other, so that their ids are in this order. */
export async function enterAll(db: Database, urls: readonly string[], day: Day): Promise<void> {
  for (let at = 0; at < urls.length; at += 1_000)
    await enterUrls(db, urls.slice(at, at + 1_000).map(linked), day);
}

/** Nothing is due, and nobody has anything in hand. */
export async function isSwept(db: Database, today: Day): Promise<boolean> {
  const [left] = await db.sql<{ open: boolean }[]>`
    select exists (select 1 from slice where fresh or holder is not null or swept < ${today})
      or exists (select 1 from recheck where due <= ${today}) as open`;
  return left?.open === false;
}
