import { expect, test } from "vitest";
import { normalised, samplePage } from "../../db/testing/sample.ts";
import { urlEverything } from "../../db/urls/everything.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { Outcome } from "../classify/outcome.ts";
import { crawl } from "./run.ts";
import { answered } from "./testing/outcomes.ts";
import { openWorld, NO_PACE as pace, START } from "./testing/world.ts";

const world = openWorld();

const many = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => normalised(`${prefix}${n}`));

const expired = (url: NormalisedUrl): Outcome => ({
  ...(answered(url, 200) as Extract<Outcome, { kind: "answer" }>),
  tls: "expired",
  tlsFallback: "unverified",
});

function movedTo(url: NormalisedUrl, target: string): Outcome {
  const [first, last] = [answered(url, 301), answered(target as NormalisedUrl, 200)];
  if (first.kind !== "answer" || last.kind !== "answer") throw new Error("no answers");
  const hop = { ...first.chain[0], location: target };
  return { ...first, chain: [hop, ...last.chain] };
}

test("a host that moved by http and https alike is noted once, and what its schemes say differently not at all", async () => {
  await world.db.sql`truncate domain_note`;
  const urls = ["one", "two"].flatMap((name) => [
    ...many(`http://${name}.zz/a`, 3),
    ...many(`https://${name}.zz/b`, 3),
  ]);
  await samplePage(world.db, world.wiki, 1, urls, START);
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }) {
      if (url.includes("//one.zz")) return movedTo(url, url.replace(/^https?:..one/, "https://new"));
      return movedTo(url, url.replace(".zz", ".new.zz"));
    },
  };
  const { ctx } = world.context(START);
  expect(await crawl(ctx, { once: true, checker, pace })).toMatchObject({ stored: 12 });
  expect(await world.db.sql`select host, kind, value from domain_note`).toEqual([
    { host: "one.zz", kind: "moved", value: "https://new.zz/" },
  ]);
  expect(await world.db.sql`select 1 from slice where holder is not null`).toEqual([]);
});

test("what at least three URLs of a host show, and none contradicts, is noted of the host (M10)", async () => {
  await world.db.sql`truncate domain_note`;
  const answers: [string, number, (url: NormalisedUrl, n: number) => Outcome][] = [
    ["https://limited.zz/", 3, (url) => answered(url, 429)],
    ["https://few.zz/", 2, (url) => answered(url, 429)],
    ["https://mixed.zz/", 5, (url, n) => answered(url, n === 0 ? 200 : 429)],
    ["https://expired.zz/", 4, expired],
    ["https://moved.zz/", 3, (url) => movedTo(url, url.replace("moved.zz", "new.zz"))],
    ["https://scattered.zz/", 3, (url, n) => movedTo(url, `https://new.zz/other/${n}`)],
  ];
  const urls = answers.flatMap(([prefix, count]) => many(prefix, count));
  await samplePage(world.db, world.wiki, 1, urls, START);
  const checker = {
    async check({ url }: { readonly url: NormalisedUrl }) {
      const [prefix = "", , answer] = answers.find(([start]) => url.startsWith(start)) ?? [];
      return answer?.(url, Number(url.slice(prefix.length))) ?? answered(url, 200);
    },
  };
  const { ctx, goTo } = world.context(START);
  await crawl(ctx, { once: true, checker, pace });
  const noted = () => world.db.sql`select host, kind, value, first, last from domain_note order by host`;
  const expected = (last: number) => [
    { host: "expired.zz", kind: "certificate-expired", value: "", first: START, last },
    { host: "limited.zz", kind: "rate-limited", value: "", first: START, last: START },
    { host: "moved.zz", kind: "moved", value: "https://new.zz/", first: START, last },
  ];
  expect(await noted()).toEqual(expected(START));
  // `weboid url` shows them with their days: a limit holds below too, a certificate does not.
  const below = ["limited", "expired"].map((name) => normalised(`https://www.${name}.zz/`));
  await samplePage(world.db, world.wiki, 2, below, START);
  const hostNotes = await Promise.all(
    below.map(async (url) => (await urlEverything(world.db, url))?.hostNotes),
  );
  expect(hostNotes).toEqual([
    [{ domain: "limited.zz", path: "", key: "rate-limited", value: "", first: START, last: START }],
    [],
  ]);
  goTo(START + 28);
  const fine = {
    check: async ({ url }: { readonly url: NormalisedUrl }) =>
      url.includes("limited.zz") ? answered(url, 200) : checker.check({ url }),
  };
  await crawl(ctx, { once: true, checker: fine, pace });
  expect(await noted()).toEqual(expected(START + 28));
});
