/**
 * On which lines the tables and keys of a TOML file begin. The reader tells no places of what it has read, so mistakes
 * in the meaning are placed by this; the file is valid TOML by then. Keys in inline tables stand where their table does.
 */
export function lineIndex(text: string): (path: readonly PropertyKey[]) => number | null {
  const lines = new Map<string, number>();
  let table: readonly string[] = [];
  text.split("\n").forEach((line, at) => {
    const header = /^\s*\[\[?\s*(.+?)\s*\]\]?\s*(?:#.*)?$/.exec(line)?.[1];
    const isHeader = header !== undefined && KEYS.test(header);
    const key = isHeader ? undefined : ASSIGNMENT.exec(line)?.[1];
    if (isHeader) table = keysOf(header);
    else if (key === undefined) return;
    const path = isHeader ? table : [...table, ...keysOf(key ?? "")];
    for (let end = 1; end <= path.length; end += 1) {
      const name = JSON.stringify(path.slice(0, end));
      // A table named before its own header, as the parent of another, has its place at the header.
      if (!lines.has(name)) lines.set(name, at + 1);
    }
  });
  return (path) => {
    for (let end = path.length; end > 0; end -= 1) {
      const line = lines.get(JSON.stringify(path.slice(0, end).map(String)));
      if (line !== undefined) return line;
    }
    return null;
  };
}

const KEY = String.raw`(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)`;
const DOTTED = String.raw`${KEY}(?:\s*\.\s*${KEY})*`;
const KEYS = new RegExp(`^${DOTTED}$`);
const ASSIGNMENT = new RegExp(String.raw`^\s*(${DOTTED})\s*=`);

const keysOf = (dotted: string): string[] =>
  [...dotted.matchAll(new RegExp(KEY, "g"))].map(([key]) => (/^["']/.test(key) ? key.slice(1, -1) : key));
