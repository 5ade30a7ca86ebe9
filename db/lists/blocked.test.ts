import { expect, test } from "vitest";
import { readPattern } from "../../shared/url/pattern.ts";
import { blockedPattern } from "./blocked.ts";

test.each([
  [
    "a.zz",
    ["http://a.zz/", "https://a.zz:81/x", "ftp://a.zz/"],
    ["http://b.a.zz/", "http://aazz/", "http://a.zzz/"],
  ],
  ["*.a.zz", ["http://a.zz/", "http://b.a.zz:81/"], ["http://ba.zz/", "http://x.zz/http://a.zz/"]],
  ["abc.*", ["http://abc.zz/", "http://abc.b.zz:81/"], ["http://b.abc.zz/"]],
  [
    "*.a.zz:443/news/",
    ["https://a.zz/news/1", "http://a.zz:443/news/"],
    ["http://a.zz/news/", "https://a.zz/new"],
  ],
  ["a.zz/b*c?d", ["http://a.zz/bc?d", "http://a.zz/bxc?de"], ["http://a.zz/bcd", "http://a.zz/b"]],
])("%s matches %j and not %j", (text, matching, others) => {
  const question = readPattern(text, { allowPrivate: false });
  if (question.kind !== "pattern") throw new Error(question.kind);
  const pattern = new RegExp(blockedPattern(question));
  expect([...matching, ...others].filter((url) => pattern.test(url))).toEqual(matching);
});
