import { expect, test } from "vitest";
import { pageFacts } from "../../db/pages/snapshot-inputs.ts";
import { samplePage } from "../../db/testing/sample.ts";
import { buildPageAnswer } from "../../shared/answer/build.ts";
import type { PageAnswer } from "../../shared/answer/types.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { PRINTERS } from "../../shared/format/printers.ts";
import { createChecker } from "../check/checker.ts";
import { startSiteWeb } from "../check/testing/site-web.ts";
import { startDnsServer } from "../net/testing/dns-server.ts";
import { crawl } from "./run.ts";
import { openWorld, NO_PACE as pace, START } from "./testing/world.ts";

const world = openWorld();

const page = (title: string, text: string) => `<title>${title}</title><h1>${title}</h1><p>${text}</p>`;
const MISSING = page("Not found", "There is no such page at this address.");
const PARKED = `${page("gone.zz", "gone.zz: this domain is for sale")}<script src="//www.sedoparking.com/x.js"></script>`;
const LIVING = "http://paper.zz/news/living";
const DEAD = "http://paper.zz/news/dead";
const HOME = "http://home.zz/deep/page";
const SINKS = ["http://sink.zz/news/one", "http://sink.zz/news/two"];
const OWNER = "http://gone.zz/page";

test("a sweep stores what it sees of sites, and every answer shows it (C6, C7, C11)", async () => {
  let parked = false;
  const web = await startSiteWeb({
    "paper.zz": (path) =>
      path === "/"
        ? page("Paper", "News")
        : path === "/news/living"
          ? page("Story", "What happened")
          : MISSING,
    "home.zz": (path) => (path === "/" ? page("Home", "Welcome") : "→/"),
    "sink.zz": (path) => (path === "/sorry" ? page("Sorry", "All is new here") : "→/sorry"),
    "gone.zz": (path) => (parked ? PARKED : path === "/page" ? page("Page", "Text") : 404),
  });
  const dns = await startDnsServer({
    "gone.zz": { A: ["127.0.0.1"], NS: ["ns2.sedoparking.com"] },
    "*": { A: ["127.0.0.1"] },
  });
  const open = () =>
    createChecker({
      contact: null,
      allowPrivate: true,
      dns: [dns.address],
      ownPorts: { http: web.port, https: web.port },
      probe: true,
    });
  const [first, second] = [open(), open()];
  try {
    await samplePage(world.db, world.wiki, 1, [LIVING, DEAD, HOME, ...SINKS, OWNER], START);
    const { ctx, goTo } = world.context(START);
    const sweep = async (day: number, checker: typeof first): Promise<PageAnswer> => {
      goTo(day);
      await crawl(ctx, { once: true, checker, pace });
      return buildPageAnswer({
        wiki: "testwiki@local",
        pageid: 1,
        title: null,
        live: null,
        snapshot: await pageFacts(world.db, world.wiki, 1),
        origin: null,
        profile: null,
        today: asDay(day),
        selection: { show: "all", status: null },
      });
    };
    const shown = ({ urls }: PageAnswer) =>
      Object.fromEntries(
        urls.map(({ url, verdict, rule, status, notes }) => [
          url,
          [verdict, rule, status, ...notes.map(({ key }) => key)],
        ]),
      );
    const expected = {
      [LIVING]: ["working", "working", 1],
      [DEAD]: ["doubtful", "soft-404", 1, "soft-404"],
      [HOME]: ["doubtful", "redirect-to-root", 8, "redirect-to-root"],
      ...Object.fromEntries(SINKS.map((url) => [url, ["doubtful", "redirect-shared", 8, "redirect-shared"]])),
    };
    expect(shown(await sweep(START, first))).toEqual({ ...expected, [OWNER]: ["working", "working", 1] });
    const random = () => web.asked.filter((line) => line.includes("weboid-")).length;
    expect(random()).toBe(5);

    // Another worker, four weeks on, knows it from the rows of the hosts.
    expect(shown(await sweep(START + 28, second))).toMatchObject(expected);
    expect(random()).toBe(5);

    parked = true;
    const later = await sweep(START + 112, second);
    expect(shown(later)).toEqual({
      ...expected,
      [OWNER]: ["working", "working", 1, "parked", "owner-changed"],
    });
    expect(later.urls.find(({ url }) => url === DEAD)).toMatchObject({ since: START });
    const answer = { version: 1 as const, generated: asDay(START + 119), pages: [later] };
    const print = (format: "json" | "xml" | "html" | "js") =>
      PRINTERS[format].print(answer, { callback: null, lang: "en", profile: null });
    for (const key of ["soft-404", "redirect-to-root", "redirect-shared", "parked"]) {
      expect(print("json")).toContain(`{"key":"${key}"`);
      expect(print("xml")).toContain(`<key>${key}</key>`);
    }
    expect(print("html")).toContain("The site shows its “not found” page");
    expect(print("html")).toMatch(/The owner of the domain may have changed: 7 days ago/);
  } finally {
    await Promise.all([first.close(), second.close()]);
    dns.close();
    await web.close();
  }
});
