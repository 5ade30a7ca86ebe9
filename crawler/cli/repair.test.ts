import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import de from "../../shared/repair/conventions/de.json";
import { jsonLines, weboid } from "./testing/run.ts";

const folder = mkdtempSync(join(tmpdir(), "weboid-repair-"));
afterAll(() => rmSync(folder, { recursive: true }));

const COPY = "https://web.archive.org/web/20190312101112/http://dead.zz/a";
const dead = {
  url: "http://dead.zz/a",
  verdict: "unreachable",
  archives: [{ type: "archive.org", url: COPY }],
};
const page = { id: "p", dbname: "dewiki@WMF", today: 3612, wikitext: "[http://dead.zz/a T]", links: [dead] };
const lines = (...inputs: readonly unknown[]) => inputs.map((one) => JSON.stringify(one)).join("\n");

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

describe("weboid repair -", () => {
  test("answers line by line", async () => {
    const stdin = lines(page, { ...page, id: 2, dbname: "xxwiki" });
    const ran = await weboid(["repair", "-", "--json"], { stdin });
    expect(ran).toMatchObject({ code: 0, stderr: [] });
    const after = "{{Webarchiv |url=http://dead.zz/a |wayback=20190312101112 |text=T}}";
    expect(jsonLines(ran)).toMatchObject([
      {
        id: "p",
        wikitext: after,
        edits: [{ url: "http://dead.zz/a", kind: "archive", before: "[http://dead.zz/a T]", after }],
        summary: "Defekte Weblinks: 1 Archivversion ergänzt",
        absent: [],
      },
      { id: 2, wikitext: "[http://dead.zz/a T]", edits: [{ kind: "none" }] },
    ]);
  });

  test("takes pages of megabytes", async () => {
    const wikitext = `${"ü\n".repeat(600_000)}[http://dead.zz/a T]`;
    const [answer] = jsonLines(await weboid(["repair", "-"], { stdin: lines({ ...page, wikitext }) }));
    expect(answer).toMatchObject({ edits: [{ kind: "archive" }] });
  });

  test("refuses a page with too many links and templates, and goes on", async () => {
    const ran = await weboid(["repair", "-"], {
      stdin: lines({ ...page, wikitext: "[[".repeat(100_001) }, page),
    });
    expect(ran.code).toBe(1);
    const error = expect.stringContaining("line 1: wikitext: more than 100000 links, templates");
    expect(jsonLines(ran)).toMatchObject([{ id: "p", error }, { edits: [{ kind: "archive" }] }]);
  });

  test.each([
    ["{", "line 1 is no JSON"],
    [lines({ ...page, today: "x" }), "line 1: today: expected number, received string"],
    [lines({ ...page, links: [{ verdict: "x" }] }), "line 1: links[0].url: expected string"],
    [lines({ ...page, id: null }), "line 1: id: expected a string or whole number"],
    [lines([]), "line 1: expected object, received array"],
  ])("%j: exit 1, and what is wrong stands in the answer's place", async (stdin, message) => {
    const ran = await weboid(["repair", "-"], { stdin });
    expect(ran.code).toBe(1);
    expect(jsonLines(ran)).toMatchObject([{ error: expect.stringContaining(message) }]);
  });

  test("the conventions of other wikis come from a file, as one or as a list, and go before those that are built in", async () => {
    const conventions = file("two.json", [
      { ...de, wiki: "barwiki" },
      { ...de, dead: { ...de.dead, link: "$link!" } },
    ]);
    const unarchived = { ...page, links: [{ ...dead, archives: [] }] };
    const stdin = lines({ ...page, dbname: "barwiki@WMF" }, unarchived);
    const answers = jsonLines(await weboid(["repair", "-", "--conventions", conventions], { stdin }));
    expect(answers).toMatchObject([{ edits: [{ kind: "archive" }] }, { wikitext: "[http://dead.zz/a T]!" }]);
  });

  test.each([
    ["nothing.json", null, "there is no file"],
    // What never ends is not read to its end.
    ["long.json", " ".repeat(8 * 1024 * 1024 + 1), "long.json is larger than 8388608 bytes"],
    ["text.json", "no JSON", "is no JSON"],
    ["key.json", { ...de, wikis: [] }, 'Unrecognized key: "wikis"'],
    ["list.json", [de, { ...de, wiki: "De Wiki" }], "list.json [1]: wiki: "],
    ["pattern.json", { ...de, dead: { ...de.dead, bare: "$nothing" } }, "dead.bare: a pattern knows $link, "],
    ["date.json", { ...de, dates: { ...de.dates, default: "YY" } }, "dates.default: a date is written with"],
  ])("%s: exit 2, and one line says what is wrong", async (name, content, message) => {
    const path = content === null ? join(folder, name) : file(name, content);
    const { code, stderr, stdout } = await weboid(["repair", "-", "--conventions", path], {
      stdin: lines(page),
    });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toEqual([expect.stringContaining(message)]);
  });
});
