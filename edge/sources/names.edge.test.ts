import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { anyCaseKey, WIKIS_KNOWN_KEY } from "../../shared/protocol/types.ts";
import { createWorld, NOW } from "../testing/world.ts";

/** Of 1,000 in KV: so that a tenth of the wikis is as many lists. */
const LIST_KEYS = 100;

/** A store with many wikis, `w000000@WMF` and on, in lists as KV has them. */
function storeOf(count: number) {
  const keys = Array.from({ length: count }, (_, at) => anyCaseKey(`w${String(at).padStart(6, "0")}@WMF`));
  const asked: string[] = [];
  const list = async ({ prefix = "", cursor, limit = LIST_KEYS }: KVNamespaceListOptions = {}) => {
    asked.push(String(prefix));
    const fitting = prefix === "n1:" ? keys : keys.filter((key) => key.startsWith(String(prefix)));
    const from = Number(cursor ?? 0);
    const some = fitting.slice(from, from + Number(limit));
    const complete = from + some.length === fitting.length;
    return {
      keys: some.map((name) => ({ name })),
      list_complete: complete,
      cursor: String(from + some.length),
    };
  };
  const get = async (key: string) =>
    key.startsWith("n1:w") && keys.includes(key) ? key.slice(3) : env.SNAPSHOTS.get(key);
  return { SNAPSHOTS: { get, list } as unknown as KVNamespace, asked, keys };
}

async function edgeOf(count: number, { sleeps = false } = {}) {
  await env.SNAPSHOTS.put(WIKIS_KNOWN_KEY, "1");
  const store = storeOf(count);
  let now = NOW;
  const { ask } = createWorld({ env: { SNAPSHOTS: store.SNAPSHOTS }, clock: () => now, sleeps });
  const statusOf = async (wiki: string) => (await ask(`/api/v1/page?dbname=${wiki}&pageid=1`)).status;
  const pass = (ms: number) => {
    now += ms;
  };
  return { ...store, statusOf, pass };
}

test("wikis in 20 lists are one look a minute, whatever unknown ones are asked for", async () => {
  const { asked, statusOf, pass } = await edgeOf(20 * LIST_KEYS);
  for (const wiki of ["a", "zz", "w0", "w999999", "a"]) expect(await statusOf(wiki)).toBe(404);
  expect(asked.length).toBe(20);
  pass(61_000);
  expect(await statusOf("b")).toBe(404);
  expect(asked.length).toBe(40);
});

test("questions at once share one look", async () => {
  const { asked, statusOf, SNAPSHOTS } = await edgeOf(30 * LIST_KEYS, { sleeps: true });
  const { list } = SNAPSHOTS;
  // As over a network: all that ask are on their way before the first list is there.
  SNAPSHOTS.list = (async (options: KVNamespaceListOptions) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return list(options);
  }) as unknown as typeof list;
  const made = Array.from({ length: 25 }, (_, at) => statusOf(`nosuch${at}`));
  expect(new Set(await Promise.all(made))).toEqual(new Set([404]));
  expect(asked.length).toBe(30);
  expect(await statusOf("nosuch")).toBe(404);
  expect(asked.length).toBe(30);
});

test("a list that never comes, as its caller is gone, is read by who waits for it", async () => {
  const { asked, statusOf, SNAPSHOTS } = await edgeOf(5 * LIST_KEYS);
  const { list } = SNAPSHOTS;
  SNAPSHOTS.list = (() => {
    SNAPSHOTS.list = list;
    return new Promise(() => {});
  }) as unknown as typeof list;
  void statusOf("a");
  expect(await Promise.all([statusOf("b"), statusOf("c")])).toEqual([404, 404]);
  expect(asked.length).toBeLessThanOrEqual(10);
  expect(await statusOf("d")).toBe(404);
});

test("a look that fails goes on where it was", async () => {
  const { asked, statusOf, SNAPSHOTS } = await edgeOf(20 * LIST_KEYS);
  const { list } = SNAPSHOTS;
  SNAPSHOTS.list = (async (options: KVNamespaceListOptions) => {
    if (asked.length < 12) return list(options);
    SNAPSHOTS.list = list;
    throw new Error("away");
  }) as unknown as typeof list;
  expect([await statusOf("a"), await statusOf("a")]).toEqual([503, 404]);
  expect(asked.length).toBe(20);
});

test("of still more, names beyond the look are asked for once in a minute, and not without end", async () => {
  const { asked, keys, statusOf, pass } = await edgeOf(50.5 * LIST_KEYS);
  const times = async (wiki: string) => {
    const before = asked.length;
    return [await statusOf(wiki), asked.length - before];
  };
  expect(await times("a")).toEqual([404, 50]);
  expect(await times("w000000x")).toEqual([404, 0]);
  // Whether it is there, and what else is called so.
  expect(await times("zz")).toEqual([404, 2]);
  expect(await times("zz")).toEqual([404, 0]);
  // It is there, and its profile is not seen in this place yet.
  expect(await times("w005049x")).toEqual([404, 2]);
  keys.push(anyCaseKey("zz@WMF"));
  pass(61_000);
  expect(await statusOf("zz")).toBe(503);
  for (let at = 0; at < 100; at++) await statusOf(`zzz${at}`);
  expect(asked.length).toBeLessThanOrEqual(50 + 4 + 200);
  expect(await times("zzzz")).toEqual([503, 0]);
  pass(61_000);
  expect((await times("zzzz"))[0]).toBe(404);
});
