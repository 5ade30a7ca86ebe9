import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Criterion } from "../../../db/types.ts";
import { dayOfInstant } from "../../../shared/calendar/day.ts";
import { classify } from "../../../shared/url/classify.ts";
import { urlKey } from "../../../shared/url/key.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { dumpDay, dumpFiles, readDump } from "./files.ts";
import { keyOf } from "./read.ts";
import { dumpSelection } from "./selection.ts";
import { hostOfIndex, isWikitext, type RowTakers, readerOf, tableOf } from "./tables.ts";

describe("el_to_domain_index", () => {
  test.each([
    ["https://org.wikipedia.en.", "https://en.wikipedia.org"],
    ["https://com.example.:8080", "https://example.com:8080"],
    ["http://localhost.", "http://localhost"],
    ["http://V4.127.0.0.1.", "http://127.0.0.1"],
    ["http://V4.127.0.0.1.:81", "http://127.0.0.1:81"],
    ["https://V6.2001.DB8.0.0.0.0.0.1.", "https://[2001:DB8:0:0:0:0:0:1]"],
    ["https://V6.2001.DB8.0.0.0.0.0.1.:444", "https://[2001:DB8:0:0:0:0:0:1]:444"],
    ["https://de.zürich.www.", "https://www.zürich.de"],
    ["ftp://org.gnu.ftp.", "ftp://ftp.gnu.org"],
    ["mailto:com.example.@user", "mailto:com.example.@user"],
    ["news:lang.de.", "news:lang.de."],
    ["", ""],
    ["http://", "http://"],
    ["http://.", "http://"],
  ])("%s", (index, host) => expect(hostOfIndex(index)).toBe(host));

  test("restores any host that was reversed", () => {
    const label = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,9}$/);
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 6 }), (labels) => {
        const reversed = [...labels].reverse().join(".");
        expect(hostOfIndex(`https://${reversed}.`)).toBe(`https://${labels.join(".")}`);
      }),
    );
  });
});

describe("tables in all their layouts", () => {
  const rowsOf = (columns: readonly string[], cells: readonly (string | null)[]) => {
    const seen: unknown[] = [];
    const note = (...args: unknown[]) => void seen.push(args);
    const take: RowTakers = {
      page: note,
      externallinks: note,
      iwlinks: note,
      categorylinks: note,
      linktarget: note,
    };
    const head = { name: "mw_x", columns };
    const table = tableOf(head);
    const reader = table === null ? null : readerOf(table, head, take);
    reader?.row(reader.wanted.map((at) => cells[at] ?? null));
    return [table, reader === null ? null : seen[0]];
  };
  test.each<[string[], (string | null)[], unknown[]]>([
    [
      ["el_id", "el_from", "el_to", "el_index"],
      ["1", "7", "http://a.zz/", "http://zz.a./"],
      ["externallinks", [7, "http://a.zz/"]],
    ],
    [
      ["el_from", "el_to", "el_index"],
      ["7", "//a.zz/", "x"],
      ["externallinks", [7, "//a.zz/"]],
    ],
    [
      ["el_id", "el_from", "el_to_domain_index", "el_to_path"],
      ["1", "7", "https://zz.a.", "/p?q#f"],
      ["externallinks", [7, "https://a.zz/p?q#f"]],
    ],
    [
      ["el_id", "el_from", "el_to_domain_index", "el_to_path"],
      ["1", "7", "https://zz.a.", null],
      ["externallinks", [7, "https://a.zz"]],
    ],
    [
      ["el_id", "el_from", "el_to", "el_to_domain_index", "el_to_path"],
      ["1", "7", "", "https://zz.a.", "/p"],
      ["externallinks", [7, "https://a.zz/p"]],
    ],
    [
      ["el_id", "el_from", "el_to", "el_to_domain_index", "el_to_path"],
      ["1", "7", "http://b.zz/", "https://zz.a.", "/p"],
      ["externallinks", [7, "http://b.zz/"]],
    ],
    [
      ["iwl_from", "iwl_prefix", "iwl_title"],
      ["7", "imdb", "x"],
      ["iwlinks", [7, "imdb", "x"]],
    ],
    [
      ["cl_from", "cl_to", "cl_type"],
      ["7", "X_y", "page"],
      ["categorylinks", [7, "X_y", 0]],
    ],
    [
      ["cl_from", "cl_type", "cl_target_id"],
      ["7", "page", "12"],
      ["categorylinks", [7, null, 12]],
    ],
    [
      ["lt_id", "lt_namespace", "lt_title"],
      ["12", "14", "X_y"],
      ["linktarget", [12, 14, "X_y"]],
    ],
    [
      ["page_id", "page_namespace", "page_title"],
      ["7", "0", "A_b"],
      ["page", [{ pageid: 7, namespace: 0, title: "A_b", model: null }]],
    ],
    [
      ["page_lang", "page_content_model", "page_title", "page_namespace", "page_id"],
      [null, "json", "A", "2", "7"],
      ["page", [{ pageid: 7, namespace: 2, title: "A", model: "json" }]],
    ],
    [
      ["el_from", "el_nonsense"],
      ["7", "x"],
      ["externallinks", null],
    ],
    [
      ["pl_from", "pl_title"],
      ["7", "x"],
      [null, null],
    ],
  ])("%j", (columns, cells, answer) => expect(rowsOf(columns, cells)).toEqual(answer));

  test.each<[number, string, string | null, boolean]>([
    [0, "A.js", null, true],
    [0, "A", "", true],
    [0, "A", "wikitext", true],
    [0, "A", "wikibase-item", false],
    [8, "Common.js", null, false],
    [8, "Sidebar", null, true],
    [2, "Me/vector.css", null, false],
    [2, "Me.js", null, true],
    [828, "Citation", null, false],
    [828, "Citation/doc", null, true],
    [828, "Citation", "wikitext", true],
  ])("namespace %i, %s, model %s: wikitext %s", (namespace, title, model, answer) =>
    expect(isWikitext({ pageid: 1, namespace, title, model })).toBe(answer),
  );
});

describe("criteria (M2)", () => {
  const criterion = (effect: "include" | "exclude", kind: Criterion["kind"], value: string): Criterion => ({
    effect,
    kind,
    value,
  });
  const watched = (criteria: Criterion[], namespace: number, title: string, categories: string[] = []) => {
    const selection = dumpSelection("w@f", criteria);
    selection.linktarget(5, 14, "Old_trees");
    selection.linktarget(6, 0, "Trees");
    for (const name of categories)
      selection.categorylinks(1, name === "Old_trees" ? null : name, name === "Old_trees" ? 5 : 6);
    return selection.watched({ pageid: 1, namespace, title, model: "wikitext" }, title.replaceAll("_", " "));
  };
  test.each<[string, Criterion[], number, string[], boolean]>([
    ["the main namespace by default", [], 0, [], true],
    ["and no other", [], 4, [], false],
    ["an exclusion keeps the default", [criterion("exclude", "namespace", "4")], 0, [], true],
    ["namespaces", [criterion("include", "namespace", "4")], 4, [], true],
    ["without the main one", [criterion("include", "namespace", "4")], 0, [], false],
    ["a category by name", [criterion("include", "category", "Kategorie:Trees")], 4, ["Trees"], true],
    [
      "a category by its target",
      [criterion("include", "category", "Category:Old trees")],
      4,
      ["Old_trees"],
      true,
    ],
    ["another category", [criterion("include", "category", "Category:Old trees")], 4, ["Trees"], false],
    ["out by a category", [criterion("exclude", "category", "Category:Old trees")], 0, ["Old_trees"], false],
    ["a single page", [criterion("include", "page", "A b")], 0, [], true],
    ["a single page by its id", [criterion("include", "page", "#1")], 0, [], true],
    ["another by its id", [criterion("include", "page", "#2")], 0, [], false],
    ["a subcategory", [criterion("include", "category", "Category:Trees")], 14, ["Trees"], false],
    ["out as a single page", [criterion("exclude", "page", "A b")], 0, [], false],
  ])("%s", (_, criteria, namespace, categories, answer) =>
    expect(watched(criteria, namespace, "A_b", categories)).toBe(answer),
  );
  test("what dumps cannot decide is refused", () => {
    expect(() => dumpSelection("w@f", [criterion("include", "template", "Dead link")])).toThrow(
      "cannot be decided from dumps",
    );
    const tree = { ...criterion("include", "category", "Category:Trees"), depth: 3 };
    expect(() => dumpSelection("w@f", [tree])).toThrow("with its subcategories cannot be decided from dumps");
  });
});

describe("files", () => {
  test.each<[string, string | null, number]>([
    ["dewiki-20261101-page.sql.gz", "2026-11-02", Date.UTC(2026, 10, 1)],
    ["page.sql", "2026-11-02", Date.UTC(2026, 10, 2)],
    ["page.sql", null, Date.UTC(2026, 9, 5)],
    ["x-20269999-page.sql", null, Date.UTC(2026, 9, 5)],
  ])("day of %s, completed %s", (name, completed, ms) =>
    expect(dumpDay({ name, changedMs: Date.UTC(2026, 9, 5, 7) }, completed)).toBe(dayOfInstant(ms)),
  );

  async function folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), "weboid-dump-"));
    onTestFinished(() => rm(path, { recursive: true, force: true }));
    return path;
  }

  test("of a folder those named after tables", async () => {
    const path = await folder();
    const names = [
      "dewiki-20261101-page.sql.gz",
      "externallinks.sql",
      "x-langlinks.sql.gz",
      "x-page_props.sql.gz",
      "x-page.txt",
    ];
    for (const name of names) await writeFile(join(path, name), "x");
    expect((await dumpFiles([path])).map(({ name, table }) => [name, table])).toEqual([
      ["dewiki-20261101-page.sql.gz", "page"],
      ["externallinks.sql", "externallinks"],
    ]);
    await writeFile(join(path, "dewiki-20261001-page.sql.gz"), "x");
    await expect(dumpFiles([path])).rejects.toThrow("are both dumps of the table page");
    await mkdir(join(path, "empty"));
    await expect(dumpFiles([join(path, "empty")])).rejects.toThrow("has no file named like a dump");
    await expect(dumpFiles([join(path, "gone.sql")])).rejects.toThrow("gone.sql cannot be read (ENOENT)");
  });

  test("plain, packed, packed in several members; broken ones say where", async () => {
    const path = join(await folder(), "f");
    const readAll = async (bytes: Buffer | string) => {
      await writeFile(path, bytes);
      const pieces: Buffer[] = [];
      for await (const { piece } of readDump(path)) pieces.push(piece);
      return Buffer.concat(pieces).toString();
    };
    const text = "-- a dump\n".repeat(50_000);
    const packed = gzipSync(text);
    expect(await readAll(text)).toBe(text);
    expect(await readAll(packed)).toBe(text);
    expect(await readAll(Buffer.concat([packed, packed]))).toBe(text + text);
    await expect(readAll(packed.subarray(0, packed.length - 9))).rejects.toThrow(
      /byte \d+ unpacked: the gzip data are broken/,
    );
    await expect(readAll(Buffer.concat([packed, Buffer.from("junk")]))).rejects.toThrow(
      "the gzip data are broken",
    );
    await expect(readAll(Buffer.from(packed).fill(7, 300, 340))).rejects.toThrow("the gzip data are broken");
    await expect(readAll("")).rejects.toThrow("is empty");
    await expect(readAll("BZh91AY")).rejects.toThrow("is packed by bzip2");
    await expect(readAll("<mediawiki>")).rejects.toThrow("is XML");
  });
});

test("the key is that of every other component", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), (text) => {
      const found = classify(text);
      const url = found.kind === "resource" ? found.url : (text as NormalisedUrl);
      expect(keyOf(url)).toBe(urlKey(url));
    }),
  );
});
