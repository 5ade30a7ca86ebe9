import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { snapshotKey } from "../../shared/protocol/types.ts";
import { createWorld } from "../testing/world.ts";

const WIKI = "halfwiki@WMF";

test("where the store fails in the midst of a write, what is written is noted as changed, to the last of it", async () => {
  const put = vi.fn(async (key: string) => {
    if (key === snapshotKey(WIKI, 2)) throw new Error("KV put failed");
    if (key === snapshotKey(WIKI, 1)) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  const world = createWorld({
    env: { SNAPSHOTS: Object.assign(Object.create(env.SNAPSHOTS), { put }) as KVNamespace },
  });
  const before = world.changed.latest();
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const pairs = [1, 2, 3].map((pageid) => ({ key: snapshotKey(WIKI, pageid), value: "x" }));
  const response = await world.signed("POST", pairs);
  logged.mockRestore();
  expect(response.status).toBe(500);
  expect(world.changed.since(before, [`${WIKI}:1`])).toBe(true);
  await expect(put.mock.results[0]?.value).resolves.toBeUndefined();
});
