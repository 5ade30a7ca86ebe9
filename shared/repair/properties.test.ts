import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repair } from "./repair.ts";
import { applied } from "./testing/applied.ts";
import { CASES, type Case, COPY, requestOf } from "./testing/cases.ts";
import type { RepairRequest } from "./types.ts";
import { spansParagraphs } from "./wikitext/lines.ts";

const PAGES = Object.values(CASES).flat();
const WIKIS = Object.keys(CASES);

/** Pieces that wikitext is made of, and those that break it. */
const SPICE = (
  "http://dead.zz/a|[http://dead.zz/a T]|//dead.zz/a|https://web.archive.org/web/2010/http://dead.zz/a|http://alive.zz/" +
  "|{{|}}|{{{|}}}|[[|]]|[|]|=|==|''|'''|<ref>|</ref>|<ref name=x />|<nowiki>|</nowiki>|<!--|-->|<gallery>|</gallery>" +
  "|<pre>|</pre>|{{!}}|{{=}}|{{dead link|date=x}}|{{Toter Link|url=http://dead.zz/a}}|{{cite web|url=http://dead.zz/a|title=T}}" +
  "|{{Internetquelle|url=http://dead.zz/a}}|{{Lien web|url=http://dead.zz/a}}|url=|archive-url=|{{efn|* |\n|\n\n|{|\n|}| |&amp;|😀|\r\n|.|,"
)
  .split("|")
  .concat([
    "|",
    "||",
    "|-",
    "{{cite web|url=http://dead.zz/a|archive-url=",
    "[[File:X.jpg|",
    "{{dead link}}",
    "\ud800",
    "[http://dead.zz/a T<ref>r</ref>]",
    "[http://dead.zz/a T {{cite web|url=http://other.zz/|title=x}}]",
  ]);

const kinds = fc.constantFrom(
  "",
  "none",
  "moved https://new.zz/b",
  "replacement https://offered.zz/",
  `copy ${COPY}|x]`,
);
const wiki = fc.constantFrom(...WIKIS);
const salad = fc.array(fc.constantFrom(...SPICE), { maxLength: 30 }).map((parts) => parts.join(""));

/** A page of the cases, cut, repeated and spiced. */
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(12),
  put: fc.option(fc.constantFrom(...SPICE), { nil: "" }),
});
const mutated = fc
  .tuple(fc.constantFrom(...PAGES), fc.constantFrom(...PAGES), fc.array(mutation, { maxLength: 5 }))
  .map(([first, second, mutations]) =>
    mutations.reduce((text, { at, cut, put }) => {
      const position = Math.floor(at * text.length);
      return text.slice(0, position) + put + text.slice(position + cut);
    }, `${first.before}\n${second.before}`),
  );

const requests = fc
  .tuple(wiki, kinds, fc.oneof(salad, mutated))
  .map(([dbname, kind, before]): RepairRequest => {
    const one: Case = { name: `{${kind}}`, before, after: "", left: [] };
    return requestOf(dbname, one);
  });

const withoutScheme = requestOf("dewiki", {
  name: `{copy ${COPY}}`,
  before: "[[//DEAD.zz:80/a#part T]",
  after: "",
  left: [],
});

/** Up to the next one: addresses may stand side by side. */
const ADDRESS = /https?:\/\/(?:(?!https?:\/\/)[^\s|\]{}<>"[])+/g;
const GIVEN = [COPY, "https://new.zz/b", "http://dead.zz/", "https://web.archive.org/web/20190312101112/"];

describe("of any wikitext", () => {
  const runs = { numRuns: 1_000 };

  test("the edits, applied one after the other, give the repaired page", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { wikitext, edits } = repair(request);
        expect(applied(request.wikitext, edits)).toBe(wikitext);
        for (const { before, after, kind } of edits) {
          expect(before).not.toBe("");
          expect(spansParagraphs(before)).toBe(false);
          expect(kind === "none").toBe(before === after);
        }
      }),
      runs,
    );
  });

  test("asking again changes nothing", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { wikitext } = repair(request);
        expect(repair({ ...request, wikitext }).wikitext).toBe(wikitext);
      }),
      runs,
    );
  });

  test("no address appears that was not there or given", () => {
    fc.assert(
      fc.property(requests, (request) => {
        for (const [address] of repair(request).wikitext.matchAll(ADDRESS)) {
          // A link without a scheme (`//dead.zz/a`) gets that of its URL where it becomes a parameter.
          const written = address.replace(/^https?:/, "");
          const known =
            request.wikitext.includes(written) || GIVEN.some((given) => address.startsWith(given));
          expect(known, address).toBe(true);
        }
      }),
      { ...runs, examples: [[withoutScheme]] },
    );
  });

  test("without a dead link nothing changes", () => {
    fc.assert(
      fc.property(requests, (request) => {
        const links = request.links.map((link) => ({ ...link, verdict: "doubtful" }));
        expect(repair({ ...request, links })).toMatchObject({ wikitext: request.wikitext, edits: [] });
      }),
      runs,
    );
  });
});
