import { expect, test } from "vitest";
import { announce } from "./announce.ts";

const sample = (title: string, pageid: number) => ({
  wiki: "samplewiki@local",
  pageid,
  title,
  articleUrl: `http://127.0.0.1:20001/wiki/${pageid}`,
});

test("the addresses to open, each at the end of its line", () => {
  const lines = announce({
    edgeUrl: "http://127.0.0.1:8787",
    samples: [sample("Copper Railway", 3), sample("A\u202eB\n", 4)],
    gadgetInArticles: true,
    dataDir: "/data",
  });
  expect(lines).toEqual([
    "",
    "Weboid is up.",
    "",
    "  front page                             http://127.0.0.1:8787/",
    "  overview and lists                     http://127.0.0.1:8787/list/samplewiki@local",
    "  links of Copper Railway                http://127.0.0.1:8787/externalLinkInfo?dbname=samplewiki@local&pageid=3",
    "  links of A B                           http://127.0.0.1:8787/externalLinkInfo?dbname=samplewiki@local&pageid=4",
    "  article with gadget                    http://127.0.0.1:20001/wiki/3",
    "  gadget                                 http://127.0.0.1:8787/gadget.js",
    "",
    "Data is kept in /data; the next start goes on from there. Ctrl-C stops everything.",
    "",
  ]);
});
