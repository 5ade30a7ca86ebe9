import { describe, expect, test } from "vitest";
import { asDay } from "../../calendar/day.ts";
import { LANGUAGES } from "../../i18n/catalogues.ts";
import { sourceOfMessage } from "../../i18n/messages.ts";
import { CHANGES, REASONS, type Reason, reasonOf, withAlso } from "../../repair/reasons.ts";
import type { RepairDocument } from "../documents.ts";
import { printRepair } from "../html.ts";
import { PROFILE } from "./testing/gallery.ts";

const REPAIR: RepairDocument = {
  version: 1,
  generated: asDay(3_612),
  wiki: "dewiki@WMF",
  pageid: 9_301_140,
  title: "Musterhausen",
  watched: true,
  revision: 7,
  timestamp: "2026-11-20T08:00:00Z",
  readAt: "2026-11-21T12:00:00Z",
  conventions: { source: "built-in" },
  edits: [],
  wikitext: "Text",
  summary: "",
  absent: [],
};

const print = (reason: Reason, lang: string): string => {
  const place = { line: 1, section: "", context: "" };
  const edit = {
    url: "http://dead.zz/a",
    kind: "none",
    before: "x",
    after: "x",
    ...place,
    ...reason,
  } as const;
  return printRepair({ ...REPAIR, edits: [edit] }, lang, PROFILE);
};

/** A message as it stands in a paragraph of a page. */
const paragraph = (lang: string, code: keyof typeof REASONS | keyof typeof CHANGES, ...details: string[]) => {
  const words = sourceOfMessage(lang, `repair-reason-${code}`);
  return `<p class="n">${words.replace(/\$(\d)/g, (_, at) => `<bdi>${details[at - 1]}</bdi>`)}</p>`;
};

describe("the reason of an edit is said in the reader's language (Q8)", () => {
  const codes = [...Object.keys(REASONS), ...Object.keys(CHANGES)] as (keyof typeof REASONS)[];

  test.each(LANGUAGES)("in %s, whatever the reason", (lang) => {
    for (const code of codes) {
      const html = print(reasonOf(code, "{{A}}", "b.zz"), lang);
      expect(html, code).toContain(paragraph(lang, code, "{{A}}", "b.zz"));
      if (lang !== "en") expect(html).not.toContain(reasonOf(code, "{{A}}", "b.zz").reason);
    }
  });

  test("with a second one behind it", () => {
    const html = print(withAlso(reasonOf("archived", "2019-03-12", "archive.org"), "replacement"), "de");
    expect(html).toContain(
      '<p class="n">Seine Archivversion vom <bdi>2019-03-12</bdi> bei <bdi>archive.org</bdi> wurde ergänzt. Jemand hat eine andere Adresse',
    );
  });

  test.each([
    { reason: "Something new.", code: "new" },
    { reason: "Something new.", code: "heading", also: "new" },
  ])("but one without a message in English, marked as such: %j", (reason) =>
    expect(print(reason, "fa")).toContain('<p class="n" lang="en" dir="ltr">Something new.</p>'),
  );
});

test.each([
  [true, "Auf dieser Seite ist kein toter Weblink bekannt."],
  [false, sourceOfMessage("de", "none-unwatched")],
])("where there is nothing to repair it says so, without a list; watched: %j", (watched, says) => {
  const html = printRepair({ ...REPAIR, watched }, "de", PROFILE);
  expect(html).toContain(says);
  expect(html).not.toContain('<ul class="urls">');
});
