import { expect, test } from "vitest";
import type { HttpAnswer } from "../net/egress/http-client.ts";
import { feedWikis } from "./run.ts";
import { context, feeder, forever, include, once, pages, setUp, through, wikiOf } from "./testing/feeder.ts";

setUp();

/** What `fails` matches the wiki refuses. */
const refusing = (fails: (url: string) => boolean) =>
  through(({ url }) => (fails(url) ? REFUSAL : undefined));
const REFUSAL: HttpAnswer = {
  kind: "json",
  http: 200,
  headers: {},
  value: { error: { code: "internal_api_error_DBQueryError", info: "A database error" } },
};
const LARGE = { stated: 20_000 };

/** Whether a wiki is in a first pass, and whether all of it is entered. */
async function firstPass(id: number): Promise<readonly [open: boolean, bound: boolean]> {
  const [row] = await context().db.sql<{ open: boolean; bound: boolean }[]>`
    select coalesce(first_pass_until > now(), false) as open, first_pass_slice is not null as bound from wiki where id = ${id}`;
  return [row?.open === true, row?.bound === true];
}

test("the first pass of a large wiki is quiet until all its pages were read, that of a small one is not", async () => {
  const [large, small] = [await wikiOf(pages(7), LARGE), await wikiOf(pages(7), { stated: 19_999 })];
  await once(large.name);
  expect(await firstPass(large.id)).toEqual([true, true]);
  await once(small.name);
  expect(await firstPass(small.id)).toEqual([false, false]);
});

test("a wiki that has pages is published as ever, however large it grows", async () => {
  const { name, id } = await wikiOf(pages(3));
  await once(name);
  await context().db.sql`update wiki_site set pages = 1000000 where wiki_id = ${id}`;
  await once(name);
  expect(await firstPass(id)).toEqual([false, false]);
});

test("killed in its lists and among its pages it goes on, and is bound once", async () => {
  const { name, id } = await wikiOf(pages(60), LARGE);
  const stop = new AbortController();
  const killed = through((request) => {
    if (request.url.includes("apcontinue=44")) stop.abort();
    return undefined;
  });
  const ctx = { ...feeder(), signal: stop.signal };
  await feedWikis(ctx, { wikis: [name], once: true, http: killed, wait: async () => false });
  expect(await firstPass(id)).toEqual([true, false]);

  await once(
    name,
    refusing((url) => url.includes("prop=") && url.includes("pageids")),
  );
  expect(await firstPass(id)).toEqual([true, false]);

  await once(name);
  expect(await firstPass(id)).toEqual([true, true]);
  await context().db.sql`update wiki set first_pass_slice = 0 where id = ${id}`;
  await context().db.sql`insert into slice (no) values (7) on conflict do nothing`;
  await once(name);
  const [bound] = await context().db.sql`select first_pass_slice as slice from wiki where id = ${id}`;
  expect(bound).toEqual({ slice: 0 });
});

test("in slices of no time it is not bound before its lists are read", async () => {
  const { name, id } = await wikiOf(pages(7), LARGE);
  let early = 0;
  const seen = async () => {
    const [row] = await context().db.sql<
      { listing: boolean }[]
    >`select feed ? 'listing' as listing from wiki where id = ${id}`;
    const [open, bound] = await firstPass(id);
    if (row?.listing && bound) early += 1;
    return open && bound;
  };
  await forever([name], seen, { sliceMs: 0 });
  expect(early).toBe(0);
});

test("a list that fails for good holds up nothing", async () => {
  const criteria = [include("namespace", "0"), include("category", "Gone")];
  const { name, id } = await wikiOf(pages(5), { criteria, ...LARGE });
  await once(
    name,
    refusing((url) => url.includes("categorymembers")),
  );
  expect(await firstPass(id)).toEqual([true, true]);
});
