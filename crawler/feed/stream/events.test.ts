import { describe, expect, test } from "vitest";
import { readEvent } from "./events.ts";

const meta = { domain: "de.wikipedia.org", stream: "mediawiki.page-links-change" };
const page = { database: "dewiki", page_id: 7, page_title: "Apfel", page_namespace: 0 };
const read = { dbname: "dewiki", domain: "de.wikipedia.org", pageid: 7, namespace: 0 };
const links = (external: boolean) => [{ link: external ? "https://a.zz/" : "/wiki/Birne", external }];
const recent = { meta, wiki: "dewiki", server_name: "de.wikipedia.org", namespace: 0, title: "Apfel" };

describe("events of a wiki", () => {
  test.each([
    ["external links that came", { ...page, added_links: links(true) }, read],
    ["external links that went", { ...page, removed_links: [...links(false), ...links(true)] }, read],
    ["a deletion", { ...page, rev_count: 3 }, read],
    [
      "a move, whose page may have been watched where it was",
      { ...page, prior_state: { page_title: "Birne", page_namespace: 2 } },
      { ...read, namespace: null },
    ],
    [
      "a change of a page",
      { wiki_id: "dewiki", page_change_kind: "edit", page: { page_id: 7, namespace_id: 0 } },
      read,
    ],
    [
      "a move, as a change of a page",
      { wiki_id: "dewiki", page_change_kind: "move", page: { page_id: 7, namespace_id: 0 } },
      { ...read, namespace: null },
    ],
    ["an edit", { ...recent, type: "edit" }, { ...read, pageid: null }],
    ["an edit with its page id", { ...recent, type: "new", page_id: 7 }, read],
    [
      "a category's new member",
      { ...recent, type: "categorize", namespace: 14 },
      { ...read, pageid: null, namespace: null },
    ],
    [
      "a deletion's log",
      { ...recent, type: "log", log_type: "delete" },
      { ...read, pageid: null, namespace: null },
    ],
  ])("%s", (_, event, expected) => {
    expect(readEvent(JSON.stringify({ meta, ...event }))).toEqual(expected);
  });

  test.each([
    ["only internal links changed", { meta, ...page, added_links: links(false) }],
    ["a block of a user", { ...recent, type: "log", log_type: "block" }],
    ["a change elsewhere that shows here", { ...recent, type: "external" }],
    ["an event by which the service watches itself", { ...page, meta: { domain: "canary" } }],
    ["a page id that is none", { meta, ...page, page_id: "7" }],
    ["a page id that is too large", { meta, ...page, page_id: 2 ** 60 }],
    ["another schema", { meta, stream: "sensor" }],
    ["no object", 7],
    ["nothing", null],
  ])("%s is none for us", (_, event) => {
    expect(readEvent(JSON.stringify(event))).toBeNull();
  });

  test.each(["", "{", "<html>", "[[[[[["])("no JSON (%j) is none for us", (text) => {
    expect(readEvent(text)).toBeNull();
  });
});
