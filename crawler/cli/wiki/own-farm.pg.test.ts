import { beforeAll, expect, onTestFinished, test } from "vitest";
import { freshDatabaseUrl } from "../../../db/testing/fresh.ts";
import { type FakeWiki, startFakeWiki } from "../../feed/testing/fake-wiki.ts";
import { jsonLines, weboid } from "../testing/run.ts";

let env: Record<string, string> = {};
beforeAll(async () => {
  env = {
    DATABASE_URL: await freshDatabaseUrl(),
    WEBOID_CONTACT: "test@example.org",
    WEBOID_ALLOW_PRIVATE: "1",
    WEBOID_LOG: "silent",
  };
});

async function started(pages: Parameters<typeof startFakeWiki>[0]): Promise<FakeWiki> {
  const fake = await startFakeWiki(pages);
  onTestFinished(() => fake.close());
  return fake;
}

interface AnsweredUrl {
  readonly url: string;
  readonly http: number | null;
  readonly onTheSpot?: { readonly result: string; readonly reason: string | null };
}

test("weboid page looks up links into the own farm, each wiki failing alone (U5)", async () => {
  const sister = await started([{ pageid: 7, title: "There", links: [] }]);
  const there = sister.api.replace("/w/api.php", "");
  const wiki = await started([]);
  const here = wiki.api.replace("/w/api.php", "");
  wiki.pages.push({
    pageid: 1,
    title: "One",
    links: [
      "https://a.zz/",
      `${there}/wiki/There`,
      `${there}/w/index.php?title=Lost&action=history`,
      `${here}/wiki/One`,
      `${here}/`,
    ],
    interwikis: [
      ["imdb", "tt1"],
      ["own", "Lost"],
      ["fr", "Accueil"],
    ],
  });
  for (const [name, { api }] of [
    ["one@family", wiki],
    ["two@family", sister],
  ] as const)
    expect(await weboid(["wiki", "add", name, "--api", api], { env })).toMatchObject({ code: 0 });
  const fed = await weboid(["feed", "--once", "--json", "one@family"], { env });
  expect(jsonLines(fed)).toMatchObject([{ watched: 2, internal: 6 }]);

  const answers = async (surroundings = env) => {
    const ran = await weboid(["page", "one@family", "1"], { env: surroundings });
    expect(ran.code).toBe(0);
    const [{ pages }] = jsonLines(ran) as [{ pages: [{ live: boolean; urls: AnsweredUrl[] }] }];
    expect(pages[0].live).toBe(false);
    return pages[0].urls.map(({ url, http, onTheSpot }) => {
      const place = url.replace(here, "here").replace(there, "there");
      return [place, http, onTheSpot?.reason ?? onTheSpot?.result];
    });
  };
  const database = [
    ["https://a.zz/", null, undefined],
    ["https://www.imdb.zz/tt1", null, undefined],
  ];
  const sorted = (rows: unknown[]) => rows.map(String).sort();
  const own = [
    ["here/", null, "no-page"],
    ["here/wiki/Lost", 404, "missing"],
    ["here/wiki/One", 200, "exists"],
    // The map calls it local, but no such wiki is of the farm.
    ["https://fr.zz/wiki/Accueil", null, "unknown-wiki"],
  ];
  const lost = "there/w/index.php?title=Lost&action=history";
  const looked = [
    [lost, 404, "missing"],
    ["there/wiki/There", 200, "exists"],
  ];
  expect(sorted(await answers())).toEqual(sorted([...database, ...own, ...looked]));
  const { WEBOID_CONTACT: _, ...nobody } = env;
  expect(await answers(nobody)).toEqual(database);

  await sister.close();
  const unknown = looked.map(([url]) => [url, null, "unknown"]);
  expect(sorted(await answers())).toEqual(sorted([...database, ...own, ...unknown]));
  await wiki.close();
  expect(await answers()).toEqual(database);
});
