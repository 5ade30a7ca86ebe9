import { printable } from "../../runtime/log.ts";

/** Columns for people, as wide as their widest cell; the last one runs on. `right`: aligned at their ends. Cells may quote strangers. */
export function tableLines(
  rows: readonly (readonly (string | number)[])[],
  { right = [] }: { readonly right?: readonly number[] } = {},
): string[] {
  const cells = rows.map((row) => row.map((cell) => printable(String(cell)).replace(/\s+/g, " ")));
  const widths: number[] = [];
  for (const row of cells)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, Bun.stringWidth(cell));
    });
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const blanks = " ".repeat(Math.max(0, (widths[column] ?? 0) - Bun.stringWidth(cell)));
        if (right.includes(column)) return blanks + cell;
        return column === row.length - 1 ? cell : cell + blanks;
      })
      .join("  ")
      .trimEnd(),
  );
}
