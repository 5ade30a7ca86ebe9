import { expect, test } from "vitest";
import { createMemoryCache } from "./memory-cache.ts";

const answer = (text: string, seconds = 60) =>
  new Response(text, { headers: { "cache-control": `max-age=${seconds}` } });

function cache(unitsMax?: number) {
  const clock = { ms: 0 };
  const memory = createMemoryCache(() => clock.ms, unitsMax);
  const read = async (name: string) => (await (await memory.match(name))?.text()) ?? null;
  return { ...memory, clock, read };
}

test("an answer is kept for as long as it says, and the newer one counts", async () => {
  const { put, read, clock } = cache();
  await put("https://x.zz/a", answer("one"));
  await put("https://x.zz/a", answer("two", 10));
  clock.ms = 9_999;
  expect(await read("https://x.zz/a")).toBe("two");
  clock.ms = 10_000;
  expect(await read("https://x.zz/a")).toBeNull();
});

test("what is too old is not kept until there is no room, but goes with what comes next", async () => {
  const { put, fill, clock } = cache();
  await put("a", answer("x".repeat(99), 10));
  await put("b", answer("x".repeat(99), 10));
  clock.ms = 10_000;
  await put("c", answer("x".repeat(99), 10));
  expect(fill?.()).toEqual({ used: 100, max: 16 * 1024 * 1024 });
});

test("what says nothing of its age is not kept", async () => {
  const { put, read } = cache();
  await put("https://x.zz/a", new Response("x"));
  expect(await read("https://x.zz/a")).toBeNull();
});

test("all together have a bound, and what was used longest ago goes first", async () => {
  const { put, read } = cache(30);
  for (const name of ["a", "b", "c"]) await put(name, answer("123456789"));
  await read("a");
  await put("d", answer("123456789"));
  expect(await Promise.all(["a", "b", "c", "d"].map(read))).toEqual([
    "123456789",
    null,
    "123456789",
    "123456789",
  ]);
  await put("e", answer("x".repeat(31)));
  expect(await read("e")).toBeNull();
  for (let at = 0; at < 1_000; at++) await put("f", answer("1"));
  expect(await read("d")).toBe("123456789");
});
