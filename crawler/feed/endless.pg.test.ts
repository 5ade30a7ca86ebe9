import { expect, test } from "vitest";
import type { HttpClient } from "../runtime/http.ts";
import { http, once, pages, setUp, wikiOf } from "./testing/feeder.ts";

setUp();

const PIECE = 20_000;

/** A list that goes on for `lists` requests, at a wiki that says how many pages it has. */
function listing(stated: number, lists: number) {
  let asked = 0;
  const client: HttpClient = {
    close: async () => {},
    async send(request) {
      const params = new URL(request.url).searchParams;
      const answer = (value: object) =>
        ({
          kind: "json",
          http: 200,
          headers: {},
          value: { batchcomplete: true, ...value },
          bytes: 50,
        }) as const;
      if (params.get("siprop") === "statistics") return answer({ query: { statistics: { pages: stated } } });
      if (params.get("list") !== "allpages") return http.send(request);
      const from = 1_000 + asked * PIECE;
      asked += 1;
      const allpages = Array.from({ length: PIECE }, (_, at) => ({
        pageid: from + at,
        ns: 0,
        title: `P${from + at}`,
      }));
      return answer({
        query: { allpages },
        ...(asked < lists && { continue: { apcontinue: `P${from + PIECE}`, continue: "-||" } }),
      });
    },
  };
  return { client, asked: () => asked };
}

test("a list that never ends is not read on, at the next trial neither", async () => {
  const { name } = await wikiOf(pages(1));
  const { client, asked } = listing(120, 1_000);
  const [fed] = (await once(name, client)).wikis;
  expect(fed?.error?.message).toContain("lists 120000 pages without an end, though it says that it has 120");
  expect(asked()).toBe(6);
  await once(name, client);
  expect(asked()).toBe(7);
}, 120_000);
