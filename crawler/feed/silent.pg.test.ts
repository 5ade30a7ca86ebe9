import { expect, test } from "vitest";
import { wikiCounts } from "../../db/status/wiki-counts.ts";
import type { HttpClient } from "../net/egress/http-client.ts";
import { clock, context, http, once, pageids, pages, setUp, wikiOf } from "./testing/feeder.ts";

setUp();

/** A wiki that answers only about pages whose id `answered` keeps, whatever it was asked about. */
function answeringFor(answered: (pageid: number) => number | null): HttpClient {
  return {
    close: async () => {},
    async send(request) {
      const answer = await http.send(request);
      if (answer.kind !== "json" || !new URL(request.url).searchParams.has("pageids")) return answer;
      const value = answer.value as { query: { pages: { pageid: number }[] } };
      const pages = value.query.pages.flatMap((page) => {
        const pageid = answered(page.pageid);
        return pageid === null ? [] : [{ ...page, pageid }];
      });
      return { ...answer, value: { ...value, query: { ...value.query, pages } } };
    },
  };
}

test("a wiki that answers about other pages than it was asked for is in trouble, and its pages stay marked", async () => {
  const { name, id } = await wikiOf(pages(20));
  const [fed] = (
    await once(
      name,
      answeringFor((pageid) => pageid + 1_000),
    )
  ).wikis;
  expect(fed).toMatchObject({ read: 0, passedOver: 0, error: { kind: "not-mediawiki" } });
  expect(fed?.error?.message).toContain("says nothing about any of the 20 pages");
  expect((await once(name)).wikis).toMatchObject([{ read: 20, error: null }]);
  expect(await pageids(id, { read: true })).toHaveLength(20);
});

test("pages that a wiki leaves out are counted, and do not pass for read", async () => {
  const { name } = await wikiOf(pages(20));
  const [fed] = (
    await once(
      name,
      answeringFor((pageid) => (pageid <= 3 ? pageid : null)),
    )
  ).wikis;
  expect(fed).toMatchObject({ listed: 20, read: 3, passedOver: 17, error: null });
  const counts = (await wikiCounts(context().db)).find(({ wiki }) => wiki === name);
  expect(counts?.passedOver).toBe(17);
  clock.set(clock.now() + 8 * 86_400_000);
  expect((await once(name)).wikis).toMatchObject([{ read: 20, passedOver: 0 }]);
});
