/** Dumps as mysqldump writes them, for tests. */

type Cell = string | number | null;

export interface TestTable {
  readonly name: string;
  /** Columns with their types: `el_id int(10) unsigned`. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** MySQL 8 writes `_binary '…'` for binary columns. */
  readonly introducer?: boolean;
  /** Rows per INSERT; default 3, so that there are several. */
  readonly perStatement?: number;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\0": "\\0",
  "\n": "\\n",
  "\r": "\\r",
  "\\": "\\\\",
  "'": "\\'",
  '"': '\\"',
  "\x1a": "\\Z",
};

function cell(value: Cell, introducer: boolean): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that MySQL escapes
  const quoted = `'${value.replace(/[\0\n\r\\'"\x1a]/g, (each) => ESCAPES[each] ?? each)}'`;
  return introducer ? `_binary ${quoted}` : quoted;
}

export function tableDump({ name, columns, rows, introducer = false, perStatement = 3 }: TestTable): string {
  const lines = columns.map((column) => {
    const [first = "", ...type] = column.split(" ");
    return `  \`${first}\` ${type.join(" ")},`;
  });
  const statements: string[] = [];
  for (let at = 0; at < rows.length; at += perStatement) {
    const some = rows.slice(at, at + perStatement);
    const values = some.map((row) => `(${row.map((value) => cell(value, introducer)).join(",")})`);
    statements.push(`INSERT INTO \`${name}\` VALUES ${values.join(",")};`);
  }
  return [
    `DROP TABLE IF EXISTS \`${name}\`;`,
    "/*!40101 SET @saved_cs_client     = @@character_set_client */;",
    `CREATE TABLE \`${name}\` (`,
    ...lines,
    `  KEY \`odd;key\` (\`${columns[0]?.split(" ")[0]}\`)`,
    ") ENGINE=InnoDB DEFAULT CHARSET=binary COMMENT='it''s; so';",
    `LOCK TABLES \`${name}\` WRITE;`,
    `/*!40000 ALTER TABLE \`${name}\` DISABLE KEYS */;`,
    ...statements,
    `/*!40000 ALTER TABLE \`${name}\` ENABLE KEYS */;`,
    "UNLOCK TABLES;",
    "",
  ].join("\n");
}

export function dumpOf(
  tables: readonly TestTable[],
  { database = "testwiki", day = "2026-11-20" } = {},
): string {
  return [
    "/*M!999999\\- enable the sandbox mode */ ",
    "-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB, for debian-linux-gnu (x86_64)",
    "--",
    `-- Host: localhost    Database: ${database}`,
    "-- ------------------------------------------------------",
    "/*!40101 SET NAMES utf8mb4 */;",
    "/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;",
    "",
    ...tables.map(tableDump),
    "/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;",
    "",
    `-- Dump completed on ${day}  3:04:05`,
    "",
  ].join("\n");
}
