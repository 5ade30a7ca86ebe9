import { describe, expect, test } from "vitest";
import type { WikiId } from "../../../db/types.ts";
import { createBacklog, readEvent } from "./events.ts";

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

test("beyond 10,000 events that wait, and beyond 100,000 an hour, a wiki is only hinted at", () => {
  const id = 3 as WikiId;
  const wiki = { id, dbname: "dewiki", server: "https://de.wikipedia.org", namespaces: null };
  const backlog = createBacklog(
    () => [wiki],
    () => 1_800_000_000_000,
  );
  const queued = (events: number, first: number) => {
    for (let pageid = first; pageid < first + events; pageid++) backlog.add({ ...read, pageid });
    const { size } = backlog;
    const { pages, hints } = backlog.take();
    return { size, pages: pages.get(id)?.size ?? 0, hinted: hints.has(id) };
  };
  expect(queued(12_000, 1)).toEqual({ size: 10_000, pages: 10_000, hinted: true });
  for (let batch = 1; batch < 10; batch++)
    expect(queued(10_000, 20_000 * batch)).toMatchObject({ pages: 10_000, hinted: false });
  expect(queued(10, 500_000)).toEqual({ size: 10, pages: 0, hinted: false });
});

test("an event costs no look at every wiki of its stream", () => {
  let looks = 0;
  const wikisNow = () =>
    Array.from({ length: 1_000 }, (_, at) => ({
      id: at as WikiId,
      dbname: at % 2 === 0 ? `wiki${at}` : `own${at}`,
      get server() {
        looks += 1;
        return `https://wiki${at}.zz`;
      },
      namespaces: [0],
    }));
  let wikis = wikisNow();
  const backlog = createBacklog(
    () => wikis,
    () => 1_800_000_000_000,
  );
  const add = () => {
    for (let at = 0; at < 1_000; at += 1)
      backlog.add({ dbname: `wiki${at}`, domain: `wiki${at}.zz`, pageid: 7, namespace: 0 });
    return backlog.take().pages.size;
  };
  expect([add(), looks]).toEqual([1_000, 1_000]);
  wikis = wikisNow().slice(500);
  expect([add(), looks]).toEqual([500, 1_500]);
  backlog.add({ dbname: "", domain: "", pageid: 7, namespace: 0 });
  backlog.add({ dbname: "wiki999", domain: "wiki999.zz", pageid: 7, namespace: 1 });
  expect(backlog.size).toBe(0);
});
