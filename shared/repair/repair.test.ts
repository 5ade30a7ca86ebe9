import { describe, expect, test } from "vitest";
import { asDay } from "../calendar/day.ts";
import { addressKey, keyOf } from "./address.ts";
import en from "./conventions/en.json";
import { Conventions } from "./conventions/schema.ts";
import { REASONS, reasonOf } from "./reasons.ts";
import { repair } from "./repair.ts";
import { applied } from "./testing/applied.ts";
import { CASES, COPY, requestOf } from "./testing/cases.ts";
import type { RepairRequest } from "./types.ts";

describe.each(Object.entries(CASES))("a page of %s", (dbname, cases) => {
  test.each(cases.map((one) => [one.name, one] as const))("%s", (_, one) => {
    const request = requestOf(`${dbname}@WMF`, one);
    const { wikitext, edits } = repair(request);
    expect(wikitext).toBe(one.after);
    const left = edits.filter(({ kind }) => kind === "none").map(({ code }) => code);
    expect(left).toEqual(one.left.filter((code) => code !== "absent"));
    expect(applied(one.before, edits)).toBe(wikitext);
    expect(repair({ ...request, wikitext }).wikitext).toBe(wikitext);
  });
});

const dead = {
  url: "http://dead.zz/a",
  verdict: "unreachable",
  archives: [{ type: "archive.org", url: COPY }],
};
const ask = (change: Partial<RepairRequest>): RepairRequest => ({
  id: 1,
  dbname: "enwiki",
  today: asDay(3612),
  wikitext: "[http://dead.zz/a T]",
  links: [dead],
  ...change,
});

describe("an answer", () => {
  test("names each edit with its link, kind and reason, and sums them up in the wiki's language", () => {
    const wikitext =
      "* [http://dead.zz/a T]\n* [//gone.zz/ G]\n* http://old.zz/x\n* {{URL|http://dead.zz/a}}";
    const links = [
      dead,
      { url: "http://gone.zz/", verdict: "unreachable" },
      { url: "http://old.zz/x", verdict: "unreachable", movedTo: "https://new.zz/x" },
    ];
    const { edits, summary } = repair(ask({ dbname: "frwiki@WMF", wikitext, links }));
    expect(edits.map(({ url, kind, before }) => [url, kind, before])).toEqual([
      ["http://dead.zz/a", "archive", "[http://dead.zz/a T]"],
      ["http://gone.zz/", "tag", "[//gone.zz/ G]"],
      ["http://old.zz/x", "move", "http://old.zz/x"],
      ["http://dead.zz/a", "none", "http://dead.zz/a"],
    ]);
    expect(edits[0]?.reason).toBe("Its archived copy of 2019-03-12 at archive.org was added.");
    expect(edits[3]?.reason).toBe("It stands in a template that is not known: {{URL}}.");
    expect(edits.map(({ code, details }) => [code, details])).toEqual([
      ["archived", ["2019-03-12", "archive.org"]],
      ["marked", undefined],
      ["moved", undefined],
      ["unknown-template", ["{{URL}}"]],
    ]);
    expect(summary).toBe(
      "Liens morts : 1 archive ajoutée, 1 lien signalé comme brisé, 1 adresse mise à jour",
    );
  });

  test.each([
    ["enwiki", "Dead links: added 1 archived copy"],
    ["dewiki", "Defekte Weblinks: 1 Archivversion ergänzt"],
    ["frwiki", "Liens morts : 1 archive ajoutée"],
  ])("of %s is summed up by: %s", (dbname, summary) => expect(repair(ask({ dbname })).summary).toBe(summary));

  test.each([
    ["enwiki", "{{cite web|url=$1|title=T|archive-url=$2}}", "Dead links: completed 1 archived copy"],
    [
      "enwiki",
      "{{cite web|url=$1|title=T|archive-url=$2|archive-date=2019-03-12|url-status=live}} [$1 T]",
      "Dead links: added 1 archived copy, completed 1 archived copy",
    ],
    [
      "dewiki",
      "{{Internetquelle|url=$1|titel=T|archiv-url=$2}}",
      "Defekte Weblinks: Angaben zu 1 Archivversion vervollständigt",
    ],
    ["frwiki", "{{lien web|url=$1|titre=T|archive-url=$2}}", "Liens morts : 1 archive complétée"],
  ])("of %s says where a copy was there and was completed: %s", (dbname, page, summary) => {
    const wikitext = page.replaceAll("$1", dead.url).replaceAll("$2", COPY);
    expect(repair(ask({ dbname, wikitext })).summary).toBe(summary);
  });

  test("names dead links that the page does not have", () => {
    const links = [
      dead,
      { ...dead, url: "http://elsewhere.zz/" },
      { ...dead, url: "http://fine.zz/", verdict: "working" },
    ];
    expect(repair(ask({ links })).absent).toEqual(["http://elsewhere.zz/"]);
  });

  test.each(["ptwiki@WMF", "dewikivoyage", "dewiktionary@WMF", "constructor"])(
    "of %s, whose conventions are not known, changes nothing and says so",
    (dbname) => {
      const { wikitext, edits } = repair(
        ask({ dbname, wikitext: "{{cite web|url=http://dead.zz/a}} [http://dead.zz/a T]" }),
      );
      expect(wikitext).toBe("{{cite web|url=http://dead.zz/a}} [http://dead.zz/a T]");
      expect(edits.map(({ kind, reason }) => [kind, reason])).toEqual(
        Array(2).fill(["none", REASONS["unknown-wiki"]]),
      );
    },
  );

  test.each([
    ["<!-- http://other.zz/|http://dead.zz/a -->", 1],
    ["<!-- http://dead.zz/a http://dead.zz/a -->", 2],
    // As in wikitext, it is a part of the address of the copy.
    [`<!-- ${COPY} -->`, 0],
    [`<b title="http://dead.zz/a">`, 1],
  ])("of %s names the addresses that are the dead link: %i", (wikitext, count) => {
    const { edits } = repair(ask({ wikitext }));
    expect(edits.map(({ before, reason }) => [before, reason])).toEqual(
      Array(count).fill(["http://dead.zz/a", REASONS["no-wikitext"]]),
    );
  });

  test("a suggested replacement is named beside what was done, and never used", () => {
    const links = [{ ...dead, replacement: "https://offered.zz/" }];
    const { wikitext, edits } = repair(ask({ links }));
    expect(wikitext).not.toContain("offered.zz");
    expect(edits.map(({ kind, reason }) => [kind, reason.includes("suggested")])).toEqual([
      ["none", true],
      ["archive", false],
    ]);
    const german = repair(ask({ dbname: "dewiki", links })).edits;
    expect(german).toMatchObject([{ kind: "archive", code: "archived", also: "replacement" }]);
    expect(german[0]?.reason).toBe(
      `${reasonOf("archived", "2019-03-12", "archive.org").reason} ${REASONS.replacement}`,
    );
  });
});

test("a wiki's own form that is no template keeps an argument without a name one", () => {
  const form = { services: ["*"], link: "$link ([$archive copy])", bare: "$archive" };
  const own = Conventions.parse({ ...en, archive: [form], dead: { ...en.dead, link: "$link (a=b)" } });
  const url = `${COPY}?x=1`;
  const links = [
    { ...dead, archives: [{ type: "archive.org", url }] },
    { ...dead, url: "http://gone.zz/", archives: [] },
  ];
  const request = ask({
    wikitext: "{{nowrap|see [http://dead.zz/a T]}} {{nowrap|[http://gone.zz/ G]}}",
    links,
  });
  const { wikitext } = repair(request, [own]);
  expect(wikitext).toBe(
    `{{nowrap|see [http://dead.zz/a T] ([${COPY}?x{{=}}1 copy])}} {{nowrap|[http://gone.zz/ G] (a{{=}}b)}}`,
  );
});

describe("a link beside a dead one", () => {
  const codes = (wikitext: string) => {
    const answer = repair(ask({ wikitext }));
    expect(applied(wikitext, answer.edits)).toBe(answer.wikitext);
    expect(repair(ask({ wikitext: answer.wikitext })).wikitext).toBe(answer.wikitext);
    return answer.edits.map(({ kind, code }) => (kind === "none" ? code : kind));
  };

  test.each([
    "[http://dead.zz/a T] [https://web.archive.org/web/20100101000000/dead.zz/a Archived]",
    "[http://dead.zz/a T] [https://web.archive.org/web/20100101000000/www.dead.zz/a Archived]",
    "[https://web.archive.org/web/20100101000000/dead.zz/a Archived] from [http://dead.zz/a T]",
    "{{cite web|url=http://dead.zz/a|title=T}} [https://web.archive.org/web/2010/dead.zz/a Archived]",
    "[http://dead.zz/a T] [https://own.zz/wayback/20100101000000/http://dead.zz/a Archived]",
    "[http://dead.zz/a T] ([https://archive.ph/AbCdE archived])",
    "[http://dead.zz/a T] {{in lang|de}} ([http://www.webcitation.org/5kbX1Y2z3 archived])",
    "{{cite web|url=http://dead.zz/a|title=T}} ([https://archive.ph/AbCdE archived])",
  ])("is an archived copy: %s", (wikitext) => expect(codes(wikitext)).toEqual(["already-archived"]));

  test.each([
    "{{cite web|url=http://dead.zz/a|title=T}} ([https://translate.zz/translate?u=http://dead.zz/a English])",
    "[http://dead.zz/a T] ([http://translate.zz/http://dead.zz/a English])",
    "[http://sharer.zz/?u=http://dead.zz/a share] [http://dead.zz/a T]",
    "[http://dead.zz/a T] and [https://perma.cc/ABCD-EFGH another page]",
    "[http://dead.zz/a T] {{unknown|x}} [https://archive.ph/AbCdE archived]",
    "[http://dead.zz/a T] [https://archive.org/details/book a book]",
    "[http://dead.zz/a T] [https://web.archive.org/web/20100101000000/other.zz/ another page]",
  ])("is none: %s", (wikitext) => expect(codes(wikitext)).toEqual(["archive"]));
});

/** An address with what looks like the time of a copy. */
const NEWS = "http://dead.zz/news/20010203/x";

test.each([
  ["enwiki", "{{cite web|url=$1|title=T|archive-url=https://web.archive.org/web/2019/$1}}"],
  ["enwiki", "{{cite web|url=$1|title=T|archive-url=https://web.archive.org/web/$1}}"],
  ["enwiki", "{{cite web|url=$1|title=T|archive-url=https://archive.today/AbCdE/$1}}"],
  ["enwiki", "{{cite web|url=$1|title=T|archive-url=https://loc.zz/item/20010203/x}}"],
  ["dewiki", "{{Internetquelle|url=$1|titel=T|archiv-url=https://web.archive.org/web/2019/$1}}"],
  ["frwiki", "{{lien web|url=$1|titre=T|archive-url=https://archive.wikiwix.com/cache/$1}}"],
])("on %s, no date is read from the original: %s", (dbname, page) => {
  const wikitext = page.replaceAll("$1", NEWS);
  expect(repair(ask({ dbname, wikitext, links: [{ ...dead, url: NEWS }] })).wikitext).toBe(wikitext);
});

test.each([
  ["dewiki", "|wayback=20190312101112 "],
  ["frwiki", "|horodatage archive=20190312101112}"],
])("on %s, the time that is known of a copy is written", (dbname, parameter) => {
  const url = `https://web.archive.org/web/2019/${NEWS}`;
  const archives = [{ type: "archive.org", url, at: "20190312101112" }];
  const links = [{ ...dead, url: NEWS, archives }];
  expect(repair(ask({ dbname, wikitext: `[${NEWS} T]`, links })).wikitext).toContain(parameter);
});

describe("what is given", () => {
  test.each([
    ["javascript:alert(1)"],
    ["https://new.zz/a b"],
    ["https://new.zz/\u0000"],
    ["//new.zz/"],
    ["http://[2001:db8::1]/x"],
    ["http://[2001:db8::1]:8080"],
    ["https://user@[2001:db8::1]/x"],
    ["https://new{{zz}}/"],
    [""],
    ["http://dead.zz/a#itself"],
  ])("%j is no new address", (movedTo) => {
    const { edits } = repair(ask({ links: [{ ...dead, archives: [], movedTo }] }));
    expect(edits.map(({ kind }) => kind)).toEqual(["tag"]);
  });

  test.each([
    "https://new.zz/?a=1&amp;b=2",
    "https://new.zz/?a=1&lt;2",
    "https://new.zz/?a=&#38;b",
    "https://new.zz/?a&Auml;b",
  ])("%s is written so that MediaWiki reads it, and no other address", (given) => {
    const copy = `https://web.archive.org/web/20190312101112/${given}`;
    for (const wikitext of [
      "[http://dead.zz/a T]",
      "http://dead.zz/a here",
      "{{cite web|url=http://dead.zz/a|title=T}}",
    ])
      for (const change of [{ movedTo: given }, { archives: [{ type: "archive.org", url: copy }] }]) {
        const request = ask({ wikitext, links: [{ ...dead, archives: [], ...change }] });
        const repaired = repair(request).wikitext;
        const addresses = [...repaired.matchAll(/https:[^\s|}\]]+/g)].map(([written]) => addressKey(written));
        expect(addresses).toEqual([keyOf("movedTo" in change ? given : copy)]);
        expect(repair({ ...request, wikitext: repaired }).wikitext).toBe(repaired);
      }
  });

  test("an address that the page spells with character references stays as it is spelled", () => {
    const wikitext = "{{cite web|url=http://dead.zz/?a=1&amp;b=2|title=T}} http://dead.zz/?a=1&amp;b=2 there";
    const links = [{ ...dead, url: "http://dead.zz/?a=1&b=2" }];
    for (const dbname of ["enwiki", "dewiki", "frwiki"])
      expect(repair(ask({ dbname, wikitext, links })).wikitext).not.toContain("&amp;amp;");
  });

  test("a new address that is dead, too, is not used", () => {
    const links = [
      { ...dead, movedTo: "http://gone.zz/" },
      { ...dead, url: "http://gone.zz/" },
    ];
    expect(repair(ask({ links })).edits.map(({ kind }) => kind)).toEqual(["archive"]);
  });

  test.each([
    [
      "its own time",
      [{ type: "archive.org", url: "https://web.archive.org/web/http://dead.zz/a", at: "20190312101112" }],
      "2019-03-12",
    ],
    ["the time in the address", [{ type: "archive.org", url: COPY, at: null }], "2019-03-12"],
    [
      "WebCite's name",
      [{ type: "webcitation", url: "https://www.webcitation.org/5eWaHRbn4?url=http://dead.zz/a" }],
      "2009-02-12",
    ],
    [
      "no day of the calendar",
      [{ type: "archive.org", url: "https://web.archive.org/web/20190231000000/http://dead.zz/a" }],
      null,
    ],
    ["none chosen", [{ type: "archive.org", url: "" }, { type: "x", url: null }, { type: "y" }], null],
    [
      "the first of two",
      [
        { type: "a", url: "https://a.zz/20110101/x" },
        { type: "b", url: "https://b.zz/20120101/x" },
      ],
      "2011-01-01",
    ],
    [
      "no time of the original's",
      [{ type: "archive.org", url: `https://web.archive.org/web/2019/${NEWS}` }],
      null,
    ],
    [
      "nor without its scheme",
      [{ type: "archive.org", url: "https://web.archive.org/web/2019/a.zz/20010203040506/x" }],
      null,
    ],
    [
      "what is known rather than the address",
      [
        {
          type: "archive.org",
          url: "https://web.archive.org/web/20190101/http://dead.zz/a",
          at: "20190312101112",
        },
      ],
      "2019-03-12",
    ],
  ])("a copy is dated by %s", (_, archives, date) => {
    const { wikitext } = repair(ask({ links: [{ ...dead, archives }] }));
    expect(/date=(\d{4}-\d{2}-\d{2})/.exec(wikitext)?.[1] ?? null).toBe(date);
  });
});
