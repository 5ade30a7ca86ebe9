import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/**
 * Tests with servers, cut connections and browsers meet the load of a shared machine: one that fails twice is broken; one
 * that failed once is marked as retried in the report, and wants a look.
 */
const ONCE_MORE = 1;

const rooms = "{shared,db,crawler,edge,.ci}";

/**
 * Five kinds of tests, told apart by the file's name (CONTRIBUTING.md):
 * unit runs on Bun, node on Node (what has to work where Bun is not), pg needs PostgreSQL, edge runs inside workerd, e2e needs system packages.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [`${rooms}/**/*.test.ts`],
          exclude: ["**/*.pg.test.ts", "**/*.edge.test.ts", "**/*.node.test.ts", "**/node_modules/**"],
          pool: "threads",
          testTimeout: 20_000,
        },
      },
      {
        test: { name: "node", include: [`${rooms}/**/*.node.test.ts`], pool: "threads", testTimeout: 20_000 },
      },
      {
        test: {
          name: "pg",
          retry: ONCE_MORE,
          include: [`${rooms}/**/*.pg.test.ts`],
          pool: "threads",
          maxWorkers: 1,
          globalSetup: ["./db/testing/postgres.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: "./wrangler.toml" } })],
        test: { name: "edge", include: ["edge/**/*.edge.test.ts"], testTimeout: 20_000 },
      },
      {
        test: {
          name: "e2e",
          retry: ONCE_MORE,
          include: [`${rooms}/**/*.e2e.ts`],
          pool: "threads",
          maxWorkers: 1,
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
