import { describe, expect, test } from "vitest";
import { archivedCopy, resourceHash } from "./archived-copy.ts";
import type { NormalisedUrl } from "./types.ts";

const read = (link: string) => archivedCopy(link as NormalisedUrl);

describe("a link into an archive", () => {
  test.each([
    ["https://web.archive.org/web/20190312101112/http://www.a.zz/x/", "archive.org", "https://a.zz/x"],
    ["http://web.archive.org/web/20190312101112id_/a.zz/x", "archive.org", "http://a.zz/x"],
    ["https://web.archive.org/web/20190312101112/http:/a.zz/x?y=1", "archive.org", "http://a.zz/x?y=1"],
    ["https://archive.ph/20190312101112/https://a.zz/", "archive.today", "https://a.zz/"],
    ["https://archive.today/2019.03.12-101112/https://a.zz/", "archive.today", "https://a.zz/"],
    ["https://www.webcitation.org/5kmpvkBFS?url=http://a.zz/x?y=1", "webcitation.org", "http://a.zz/x?y=1"],
    ["https://arquivo.pt/noFrame/replay/20190312101112/http://a.zz/x", "arquivo.pt", "http://www.a.zz/x/"],
  ])("%s is a version of its original", (link, type, original) => {
    const copy = read(link);
    expect(copy).toMatchObject({ type, resource: resourceHash(original) });
    expect(copy?.originals).toContain(original);
  });

  test.each([
    "https://web.archive.org/web/2/https://a.zz/",
    "https://web.archive.org/web/2019/https://a.zz/",
    "https://web.archive.org/web/https://a.zz/",
    "https://web.archive.org/web/20190312101112*/https://a.zz/",
    "https://archive.ph/AbCd1",
    "https://archive.ph/newest/https://a.zz/",
    "https://www.webcitation.org/5xYzAbCd1",
    "https://web.archive.org/web/20191399101112/https://a.zz/",
    "https://web.archive.org/web/20190312101112/https://archive.ph/20190312101112/https://a.zz/",
    "https://archive.org/details/20190312101112/https://a.zz/",
    "https://a.zz/20190312101112/https://a.zz/",
    "https://web.archive.org/web/20190312101112/http://docs/about",
  ])("%s is no version with a date", (link) => expect(read(link)).toBeNull());
});
