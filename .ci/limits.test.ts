import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { PERIOD_SECONDS, POLICIES } from "../edge/throttle.ts";

const root = resolve(import.meta.dirname, "..");

test("the bindings of wrangler.toml have the limits that callers are told (Q7)", () => {
  const { ratelimits } = parse(readFileSync(join(root, "wrangler.toml"), "utf8")) as unknown as {
    ratelimits: { name: string; simple: { limit: number; period: number } }[];
  };
  expect(ratelimits.map(({ name, simple }) => [name, simple.limit, simple.period])).toEqual(
    Object.values(POLICIES).map(({ binding, quota }) => [binding, quota, PERIOD_SECONDS]),
  );
});
