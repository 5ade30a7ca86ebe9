import { availableParallelism } from "node:os";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/**
 * Tests with servers, cut connections and browsers meet the load of a shared machine: one that fails twice is broken; one
 * that failed once is named at the end of `npm test`, and wants a look. A property that failed has found a counterexample,
 * which other random values would hide.
 */
const ONCE_MORE = { count: 1, condition: /^(?!Property failed)/ };

/** Many tests wait more than they compute: for silent servers, a database, a clock. */
const FILES_AT_ONCE = Math.min(4, Math.max(2, availableParallelism() - 1));

/** Nothing takes so long unless it hangs, beside other kinds of tests on a busy machine either. */
const HANG_MS = 60_000;

/** Nor does what a test waits to see: `expect.poll` gives up after a second by itself. */
const PATIENT = { poll: { timeout: HANG_MS } };

const rooms = "{shared,db,crawler,edge,.ci}";

/**
 * Four kinds of tests, told apart by the file's name (CONTRIBUTING.md):
 * unit runs on Bun, pg needs PostgreSQL, edge runs inside workerd, e2e needs system packages.
 * `npm test` begins them in this order, two at once: those first that wait the most, and the others fill the gaps.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "e2e",
          expect: PATIENT,
          retry: ONCE_MORE,
          include: [`${rooms}/**/*.e2e.ts`],
          pool: "threads",
          maxWorkers: 1,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "pg",
          expect: PATIENT,
          retry: ONCE_MORE,
          include: [`${rooms}/**/*.pg.test.ts`],
          pool: "threads",
          // Each file has a database of its own, but transactions are numbered by the server: one that a test holds open
          // keeps the readers of changes of all databases behind it (design 6).
          maxWorkers: 1,
          globalSetup: ["./db/testing/postgres.ts"],
          testTimeout: 2 * HANG_MS,
          hookTimeout: 2 * HANG_MS,
        },
      },
      {
        test: {
          name: "unit",
          retry: ONCE_MORE,
          expect: PATIENT,
          include: [`${rooms}/**/*.test.ts`],
          exclude: ["**/*.pg.test.ts", "**/*.edge.test.ts", "**/node_modules/**"],
          pool: "threads",
          maxWorkers: FILES_AT_ONCE,
          testTimeout: HANG_MS,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: "./wrangler.toml" } })],
        test: {
          name: "edge",
          expect: PATIENT,
          include: ["edge/**/*.edge.test.ts"],
          maxWorkers: FILES_AT_ONCE,
          testTimeout: HANG_MS,
        },
      },
    ],
  },
});
