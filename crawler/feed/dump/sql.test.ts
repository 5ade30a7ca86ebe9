import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DumpParser } from "./sql.ts";
import { dumpOf, type TestTable, tableDump } from "./testing/mysqldump.ts";

/** All rows of the tables named, read in pieces of these sizes, over and over. */
function read(text: string | Buffer, tables = ["t"], sizes: readonly number[] = [1 << 20]) {
  const rows: (string | null)[][] = [];
  const parser = new DumpParser({
    file: "x.sql",
    reader: ({ name, columns }) =>
      tables.includes(name)
        ? { wanted: columns.map((_, at) => at), row: (values) => void rows.push([...values]) }
        : null,
  });
  const bytes = Buffer.from(text);
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const size = sizes[piece % sizes.length] ?? 1;
    parser.push(bytes.subarray(at, at + size));
    at += size;
  }
  parser.end();
  return { rows, parser };
}

const T = "CREATE TABLE `t` (\n  `a` int(8),\n  `b` varbinary(255)\n);\n";

describe("rows", () => {
  test.each<[string, string, (string | null)[][]]>([
    ["numbers", "INSERT INTO `t` VALUES (1,-2.5e3);", [["1", "-2.5e3"]]],
    ["NULL", "INSERT INTO `t` VALUES (NULL,NULL);", [[null, null]]],
    ["the word NULL", "INSERT INTO `t` VALUES (1,'NULL');", [["1", "NULL"]]],
    ["an empty string", "INSERT INTO `t` VALUES (1,'');", [["1", ""]]],
    [
      "several",
      "INSERT INTO `t` VALUES (1,'a'),(2,'b');",
      [
        ["1", "a"],
        ["2", "b"],
      ],
    ],
    [
      "lines of MariaDB 10.6",
      "INSERT INTO `t` VALUES\n(1,'a'),\n(2,'b');",
      [
        ["1", "a"],
        ["2", "b"],
      ],
    ],
    [
      "spaces",
      "INSERT INTO `t` VALUES ( 1 , 'a' ) , ( 2 , 'b' ) ;",
      [
        ["1", "a"],
        ["2", "b"],
      ],
    ],
    ["escaped quotes", String.raw`INSERT INTO t VALUES (1,'it\'s \"so\" \\');`, [["1", `it's "so" \\`]]],
    [
      "doubled quotes",
      "INSERT INTO `t` VALUES (1,''''),(2,'a''),(b');",
      [
        ["1", "'"],
        ["2", "a'),(b"],
      ],
    ],
    ["controls", String.raw`INSERT INTO t VALUES (1,'\0\n\r\t\b\Z');`, [["1", "\0\n\r\t\b\x1a"]]],
    ["unknown escapes", String.raw`INSERT INTO t VALUES (1,'\q\%\_');`, [["1", String.raw`q\%\_`]]],
    ["what looks like the end of rows", "INSERT INTO `t` VALUES (1,'a),(2;--');", [["1", "a),(2;--"]]],
    ["UTF-8", "INSERT INTO `t` VALUES (1,'Zürich 東京 😀');", [["1", "Zürich 東京 😀"]]],
    ["an introducer", "INSERT INTO `t` VALUES (1,_binary 'a''b');", [["1", "a'b"]]],
    ["hex of --hex-blob", "INSERT INTO `t` VALUES (1,0x5AC3BC);", [["1", "Zü"]]],
    ["--complete-insert, other order", "INSERT INTO `t` (`b`, `a`) VALUES ('x',1);", [["x", "1"]]],
    [
      "--replace, --insert-ignore",
      "REPLACE INTO `t` VALUES (1,'a');INSERT  IGNORE INTO `t` VALUES (2,'b');",
      [
        ["1", "a"],
        ["2", "b"],
      ],
    ],
    [
      "an update behind",
      "INSERT INTO `t` VALUES (1,'a') ON DUPLICATE KEY UPDATE b='x;y';INSERT INTO `t` VALUES (2,'b');",
      [
        ["1", "a"],
        ["2", "b"],
      ],
    ],
    ["a database's name before", "INSERT INTO `d`.`t` VALUES (1,'a');", [["1", "a"]]],
    [
      "other tables",
      "CREATE TABLE `o` (\n  `x` int\n);INSERT INTO `o` VALUES ('(;''\\'');INSERT INTO `t` VALUES (1,'a');",
      [["1", "a"]],
    ],
    [
      "comments",
      "-- a;'b\n# c'\n/* d;' */ /*!40000 ALTER TABLE `t` DISABLE KEYS */;INSERT INTO `t` VALUES (1,'a');",
      [["1", "a"]],
    ],
  ])("%s", (_, statement, rows) => {
    expect(read(T + statement).rows).toEqual(rows);
    expect(read(T + statement, ["t"], [1]).rows).toEqual(rows);
  });

  test("bytes that are no UTF-8 become U+FFFD", () => {
    const bytes = Buffer.concat([
      Buffer.from(`${T}INSERT INTO t VALUES (1,'a`),
      Buffer.from([0xe4, 0x27]),
      Buffer.from(");"),
    ]);
    expect(read(bytes).rows).toEqual([["1", "a\uFFFD"]]);
  });

  test("what the head and the end say", () => {
    const { parser } = read(dumpOf([], { database: "dewiki", day: "2026-11-02" }));
    expect([parser.frame.database, parser.frame.completed]).toEqual(["dewiki", "2026-11-02"]);
  });
});

describe("what is broken says where", () => {
  const at = Buffer.byteLength(T);
  test.each<[string, string, string]>([
    ["no SQL", "{}", "x.sql, byte 0: this is no SQL"],
    ["no columns", "INSERT INTO `u` VALUES (1);", "x.sql, byte 0: no CREATE TABLE has the columns of u"],
    [
      "too few values",
      `${T}INSERT INTO t VALUES (1);`,
      `x.sql, byte ${at + 21}: table t has 2 columns, this row 1`,
    ],
    ["no value", `${T}INSERT INTO t VALUES (1,oops);`, `x.sql, byte ${at + 24}: there is no value`],
    ["no comma", `${T}INSERT INTO t VALUES (1 'a');`, `x.sql, byte ${at + 24}: , or ) must stand there`],
    ["no row", `${T}INSERT INTO t VALUES (1,'a'),;`, `x.sql, byte ${at + 29}: a row must begin there`],
    ["a second table", T + T, `x.sql, byte ${at}: there is a second table t`],
    ["in the midst of a string", `${T}INSERT INTO t VALUES (1,'a`, "the file ends there"],
    ["between two rows", `${T}INSERT INTO t VALUES (1,'a'),`, "the file ends there"],
    [
      "in a table that nobody reads",
      "CREATE TABLE `o` (\n  `x` int\n);INSERT INTO o VALUES ('a",
      "the file ends there",
    ],
  ])("%s", (_, text, message) => expect(() => read(text)).toThrow(message));

  test("text that MySQL converted on its way out", () => {
    const mixed = T.replace("varbinary", "varchar").replace("\n);", "\n) DEFAULT CHARSET=latin1;");
    const head = `/*!40101 SET NAMES utf8 */;\n${mixed}`;
    expect(read(`${head}INSERT INTO t VALUES (1,'Zurich');`).rows).toEqual([["1", "Zurich"]]);
    expect(() => read(`${head}INSERT INTO t VALUES (1,'ZÃ¼rich');`)).toThrow(
      "--default-character-set=latin1",
    );
    // Binary columns are given as they are, whatever the table's character set.
    const binary = head.replace("varchar", "varbinary");
    expect(read(`${binary}INSERT INTO t VALUES (1,'Zürich');`).rows).toEqual([["1", "Zürich"]]);
  });

  test("a row without end is refused within a bound", () => {
    expect(() => read(`${T}INSERT INTO t VALUES (1,'${"x".repeat(3 << 20)}');`, ["t"], [1 << 16])).toThrow(
      "has more than",
    );
  });
});

describe("for any rows", () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.integer().map(String),
    fc.string({ unit: "binary" }),
    fc.string({
      unit: fc.constantFrom("'", "\\", "\0", "\n", ";", ",", "(", ")", "a", "ü", "\x1a", "-", "/", "*"),
    }),
  );
  const table = (rows: (string | null)[][], introducer: boolean): TestTable => ({
    name: "t",
    columns: ["a varbinary(9)", "b blob", "c mediumblob"],
    rows,
    introducer,
  });
  const rows = fc.array(
    fc.tuple(value, value, value).map((row): (string | null)[] => row),
    { maxLength: 8 },
  );

  test("whatever the pieces, the same rows come out", () => {
    fc.assert(
      fc.property(
        rows,
        fc.boolean(),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
        (all, introducer, sizes) => {
          expect(read(dumpOf([table(all, introducer)]), ["t"], sizes).rows).toEqual(all);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("cut off anywhere, a dump is never taken for whole", () => {
    fc.assert(
      fc.property(rows, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (all, share) => {
        const whole = Buffer.from(dumpOf([table(all, false)]));
        const needed = whole.indexOf("-- Dump completed") + "-- Dump completed".length;
        // The first line says that more is to come.
        const from = whole.indexOf("-- Host");
        const cut = from + Math.floor(share * (needed - from));
        expect(() => read(whole.subarray(0, cut))).toThrow("the file ends there");
      }),
      { numRuns: 200 },
    );
  });

  test("any bytes are an error or no rows, and never hang", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.integer({ min: 1, max: 50 }), (bytes, size) => {
        try {
          read(Buffer.concat([Buffer.from(`${T}INSERT INTO t VALUES `), Buffer.from(bytes)]), ["t"], [size]);
        } catch (error) {
          expect(String(error)).toContain("x.sql, byte ");
        }
      }),
      { numRuns: 300 },
    );
  });
});

test("without comments and notes, as --compact writes it, locks still mark the end", () => {
  const text = tableDump({ name: "t", columns: ["a int"], rows: [[1], [2], [3], [4]] });
  expect(read(text).rows).toHaveLength(4);
  expect(() => read(text.replace("UNLOCK TABLES;\n", ""))).toThrow("the file ends there");
});
