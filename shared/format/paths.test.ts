import { expect, test } from "vitest";
import { wikiPath } from "./paths.ts";

test.each([
  [wikiPath("list", "dewiki@WMF"), "/list/dewiki@WMF"],
  [wikiPath("page", "dewiki@WMF", 7), "/page/dewiki@WMF/7"],
  [wikiPath("feed", "dewiki@WMF", "17.1795251600"), "/feed/dewiki@WMF/17.1795251600"],
  [wikiPath("list", "../a?b#c@d@e", "x/y"), "/list/..%2Fa%3Fb%23c@d@e/x%2Fy"],
  [wikiPath("list", "\ud800"), "/list/%EF%BF%BD"],
])("%s", (path, expected) => expect(path).toBe(expected));
