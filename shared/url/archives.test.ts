import { expect, test } from "vitest";
import { archiveOf, isSameResource, versionTime } from "./archives.ts";
import { splitUrl } from "./parts.ts";
import type { NormalisedUrl } from "./types.ts";

const parts = (url: string) => splitUrl(url as NormalisedUrl);

test.each<[string, string | null, string | null]>([
  ["https://web.archive.org/web/20200101000000/http://a.zz/x?y=1", "archive.org", "http://a.zz/x?y=1"],
  ["https://web.archive.org/web/20200101000000id_/https:/a.zz/", "archive.org", "https:/a.zz/"],
  ["https://web.archive.org/web/20200101000000/a.zz/", "archive.org", "http://a.zz/"],
  ["https://web.archive.org/web/2020/evil.yy/http://a.zz/", "archive.org", "http://evil.yy/http://a.zz/"],
  [
    "https://web.archive.org/web/2020/evil.yy/?u=/http://a.zz/",
    "archive.org",
    "http://evil.yy/?u=/http://a.zz/",
  ],
  ["https://web.archive.org/web/evil.yy/", "archive.org", ""],
  ["https://web.archive.org/web/2020*/a.zz", "archive.org", ""],
  ["https://archive.org/details/some-book", null, null],
  ["https://notarchive.org/web/2020/http://a.zz/", null, null],
  ["https://archive.ph/AbCd1", "archive.today", null],
  ["https://www.webcitation.org/5xyz", "webcitation.org", null],
  [
    "https://www.webcitation.org/5kmpvkBFS?url=http://a.zz/x?y=1&z=2",
    "webcitation.org",
    "http://a.zz/x?y=1&z=2",
  ],
  [
    "https://www.webcitation.org/5kmpvkBFS?url=http%3A%2F%2Fa.zz%2Fx%3Fy=1&date=2009",
    "webcitation.org",
    "http://a.zz/x?y=1",
  ],
  [
    "https://www.webcitation.org/5kmpvkBFS?url=http%3A%2F%2Fa.zz%2F%E4",
    "webcitation.org",
    "http%3A%2F%2Fa.zz%2F%E4",
  ],
  [
    "https://archive.ph/https://a.zz/?url=http://evil.yy/",
    "archive.today",
    "https://a.zz/?url=http://evil.yy/",
  ],
  ["https://arquivo.pt/wayback/20200101000000/http://a.zz/", "arquivo.pt", "http://a.zz/"],
  ["https://sub.archive.yy/versions/1", "own", null],
  ["https://archive.yy/other", null, null],
])("%s is in %s", (url, type, original) =>
  expect(archiveOf(parts(url), [{ type: "own", host: "archive.yy", path: "/versions/" }])).toEqual(
    type === null ? null : { type, original },
  ),
);

test.each([
  ["http://www.a.zz/x/", "https://a.zz/x", true],
  ["www2.a.zz/x", "https://www.a.zz/x", true],
  ["https:/a.zz/x", "https://a.zz/x", true],
  ["http://example.org/x", "https://www.example.org/x", true],
  ["HTTP://A.zz./x", "http://a.zz/x", true],
  ["http://a.zz", "http://a.zz/", true],
  ["http://a.zz:80/x", "https://a.zz/x", true],
  ["http://a.zz:443/x", "https://a.zz/x", true],
  ["http://a.zz:8080/x", "https://a.zz/x", false],
  ["http://a.zz:8080/x", "http://a.zz:8080/x", true],
  ["http://a.zz/x/?y=1", "http://a.zz/x?y=1", true],
  ["http://a.zz/x?y=1/", "http://a.zz/x?y=1", false],
  ["http://a.zz/x?y", "https://a.zz/x", false],
  ["http://a.zz/x?a=1&b=2&", "https://a.zz/x?b=2&a=1", true],
  ["http://a.zz/x?a=1&b=2", "https://a.zz/x?a=2&b=1", false],
  ["http://a.zz/x?", "https://a.zz/x", true],
  ["http://a.zz/%7Ex?y=%5e", "http://a.zz/~x?y=^", true],
  ["http://a.zz/x?q=1%26r=2", "http://a.zz/x?q=1&r=2", false],
  ["http://a.zz/a%2fb%3Fc", "http://a.zz/a%2Fb%3fc", true],
  ["http://a.zz/a%2Fb", "http://a.zz/a/b", false],
  ["http://a.zz/ä", "http://a.zz/%C3%A4", true],
  ["http://a.zz/%e4", "http://a.zz/%E4", true],
  ["http://a.zz/100%", "http://a.zz/100%25", true],
  ["http://a.zz/a+b", "http://a.zz/a%20b", false],
  ["http://a.zz/x#y", "http://a.zz/x", true],
  ["http://a.zz/X", "http://a.zz/x", false],
  ["ftp://a.zz/x", "http://a.zz/x", false],
  ["http://127.0.0.1:8080/x", "https://127.0.0.1:8080/x/", true],
  ["http://b.zz/", "https://a.zz/", false],
  ["no address", "https://a.zz/", false],
  ["", "https://a.zz/", false],
])("%s is a version of %s: %s", (original, url, same) => expect(isSameResource(original, url)).toBe(same));

test.each([
  ["https://web.archive.org/web/20200229010203/http://a.zz/", "20200229010203"],
  ["https://web.archive.org/web/19990131000000id_/http://a.zz/", "19990131000000"],
  ["https://web.archive.org/web/20201301000000/http://a.zz/", undefined],
  ["https://web.archive.org/web/2020/http://a.zz/", undefined],
  ["https://archive.ph/AbCd1", undefined],
  ["https://archive.ph/20190", undefined],
  ["https://archive.ph/2019.03.12-101112/http://a.zz/", "20190312101112"],
  ["https://archive.ph/2019.13.12-101112/http://a.zz/", undefined],
  ["https://www.webcitation.org/5kmpvkBFS?url=http://a.zz/", "20091025110627"],
  ["https://www.webcitation.org/5kmpvkBFS", "20091025110627"],
  ["https://www.webcitation.org/zzzzzzzzz", undefined],
  ["https://www.webcitation.org/000000000", undefined],
  ["https://www.webcitation.org/getfile", undefined],
  ["https://notwebcitation.org/5kmpvkBFS?url=http://a.zz/", undefined],
  ["", undefined],
  ["https://web.archive.org/web/20240230101010/http://a.zz/", undefined],
  ["https://web.archive.org/web/20240229101010/http://a.zz/", "20240229101010"],
])("the time of %s", (address, at) => expect(versionTime(address)?.at).toBe(at));
