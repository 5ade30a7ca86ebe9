import { printable } from "../../runtime/log.ts";
import type { Output } from "./io.ts";
import { jsonText } from "./json.ts";
import { padEnd, padStart } from "./text.ts";

type Cell = string | number;

/** Columns for people, as wide as their widest cell; the last one runs on. `right`: aligned at their ends. Cells may quote strangers. */
export function tableLines(
  rows: readonly (readonly Cell[])[],
  { right = [] }: { readonly right?: readonly number[] } = {},
): string[] {
  const cells = rows.map((row) => row.map((cell) => printable(String(cell)).replace(/\s+/g, " ")));
  const widths: number[] = [];
  for (const row of cells)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, Bun.stringWidth(cell));
    });
  const padded = (cell: string, column: number) =>
    (right.includes(column) ? padStart : padEnd)(cell, widths[column] ?? 0);
  return cells.map((row) => row.map(padded).join("  ").trimEnd());
}

interface Listing<Row> {
  readonly cells: (row: Row) => readonly Cell[];
  readonly data?: (row: Row) => unknown;
  /** In place of an empty table, so that people need not wonder whether something failed. */
  readonly none: string;
}

/** For people a table with `cells` of each row, for programs a JSON line with its `data`. */
export function printRows<Row>(
  out: Output,
  json: boolean | undefined,
  rows: readonly Row[],
  { cells, data = (row) => row, none }: Listing<Row>,
): Promise<void> {
  if (json === true) return out.lines(rows.map((row) => jsonText(data(row))));
  return out.lines(rows.length === 0 ? [none] : tableLines(rows.map(cells)));
}
