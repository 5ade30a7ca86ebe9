import { expect, test } from "vitest";
import { folderOf, ownFolder } from "./stretch.ts";

test.each([
  ["/", "", "/"],
  ["/a", "", "/"],
  ["/a?b/c", "", "/"],
  ["/news/1", "", "/news/"],
  ["/news/2008/1", "", "/news/"],
  ["/news//1", "/news/", "/news//"],
  ["/news/2008/1", "/news/", "/news/2008/"],
  ["/news/1?x/y", "/news/", "/news/"],
  ["/news/2008/1", "/news/20", "/news/2008/"],
  ["/news/2008.html", "/news/20", "/news/"],
  ["/newsletter/1", "/news", "/newsletter/"],
  ["/a?b/c", "/a?b/", "/"],
])("%s below %s: %s", (path, start, folder) => expect(folderOf(path, start)).toBe(folder));

test.each([
  ["", "/"],
  ["/news", "/"],
  ["/news/", "/news/"],
  ["/news/20", "/news/"],
  ["/a?b/", "/"],
])("what lies in no folder of %s lies in %s", (start, folder) => {
  expect(ownFolder(start)).toBe(folder);
  expect(folderOf(`${start || "/"}x`, start)).toBe(folder);
});
