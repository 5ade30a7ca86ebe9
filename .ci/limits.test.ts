import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { PERIOD_SECONDS, POLICIES } from "../edge/limits/throttle.ts";

const root = resolve(import.meta.dirname, "..");

const config = () => parse(readFileSync(join(root, "wrangler.toml"), "utf8"));

test("a Worker shows the version of its source (G1)", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  expect(config().vars).toMatchObject({ SOURCE_VERSION: version });
});

test("the bindings of wrangler.toml have the limits that callers read of (Q7)", () => {
  const { ratelimits } = config() as unknown as {
    ratelimits: { name: string; simple: { limit: number; period: number } }[];
  };
  expect(ratelimits.map(({ name, simple }) => [name, simple.limit, simple.period])).toEqual(
    Object.values(POLICIES).map(({ binding, quota }) => [binding, quota, PERIOD_SECONDS]),
  );
});
