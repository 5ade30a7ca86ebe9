import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Many tests wait more than they compute: for silent servers, a database, a clock. */
const FILES_AT_ONCE = 3;

/** Nothing takes so long unless it hangs, beside other kinds of tests on a busy machine either. */
const HANG_MS = 120_000;

/** Nor does what a test waits to see: `expect.poll` gives up after a second by itself. */
const PATIENT = { poll: { timeout: HANG_MS } };

const rooms = "{shared,db,crawler,edge,.ci}";

/**
 * Four kinds of tests, by the file's name (CONTRIBUTING.md):
 * unit runs on Bun, pg needs PostgreSQL, edge runs inside workerd, e2e needs system packages.
 * `npm test` begins them in this order, two at once: those first that wait the most, and the others fill the gaps.
 * `isolate: false`: to load all modules again for each file took as much CPU time as the tests.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "e2e",
          expect: PATIENT,
          include: [`${rooms}/**/*.e2e.ts`],
          pool: "threads",
          maxWorkers: 2,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        test: {
          name: "pg",
          expect: PATIENT,
          include: [`${rooms}/**/*.pg.test.ts`],
          pool: "threads",
          isolate: false,
          // Each worker has a server of its own (db/testing/postgres.ts); a server that was given serves one.
          maxWorkers: process.env.WEBOID_TEST_DATABASE_URL ? 1 : 2,
          globalSetup: ["./db/testing/postgres.ts"],
          testTimeout: 2 * HANG_MS,
          hookTimeout: 2 * HANG_MS,
        },
      },
      {
        test: {
          name: "unit",
          expect: PATIENT,
          isolate: false,
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
          isolate: false,
          setupFiles: ["./edge/testing/empty-store.ts"],
          maxWorkers: FILES_AT_ONCE,
          testTimeout: HANG_MS,
        },
      },
    ],
  },
});
