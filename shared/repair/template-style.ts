import type { Parameter } from "./wikitext/argument.ts";

/** How a template writes its parameters, so that new ones look like those that are there. */
export interface TemplateStyle {
  /** White space before a bar. */
  readonly beforeBar: string;
  /** Between bar and name. */
  readonly beforeName: string;
  readonly beforeEquals: string;
  readonly afterEquals: string;
  /** How long name and white space are together where equals signs stand below each other; 0: they do not. */
  readonly column: number;
}

const COMPACT = { beforeBar: "", beforeName: "", beforeEquals: "", afterEquals: "", column: 0 };
const TRAILING_SPACE = /\s*$/;

/** @param model the parameter after which others are added; null: the template has none with a name */
export function styleOf(
  text: string,
  parameters: readonly Parameter[],
  model: Parameter | null,
): TemplateStyle {
  if (model === null) return COMPACT;
  const named = parameters.filter(({ equals, name }) => equals >= 0 && name !== "");
  const filled = named.filter(({ value, index }) => value !== "" && index <= model.index).at(-1) ?? model;
  const before = text.slice(Math.max(0, filled.start - 100), filled.start - 1);
  const afterEquals = text.slice(filled.equals + 1, filled.valueStart);
  return {
    beforeBar: lastLine(TRAILING_SPACE.exec(before)?.[0] ?? ""),
    beforeName: lastLine(text.slice(filled.start, filled.nameStart)),
    beforeEquals: text.slice(filled.nameEnd, filled.equals),
    afterEquals: afterEquals.includes("\n") || filled.value === "" ? "" : afterEquals,
    column: columnOf(named),
  };
}

/** Of white space with blank lines, only the last line break and what follows. */
const lastLine = (space: string): string => /\r?\n[^\n]*$/.exec(space)?.[0] ?? space;

/** Equals signs stand below each other: parameters of different lengths reach to the same column. */
function columnOf(named: readonly Parameter[]): number {
  const widths = named.map(({ equals, nameStart }) => equals - nameStart);
  const [first = 0] = widths;
  const lengths = new Set(named.map(({ nameEnd, nameStart }) => nameEnd - nameStart));
  return lengths.size > 1 && widths.every((width) => width === first) ? first : 0;
}

/** A new parameter with the bar before it. */
export function written(style: TemplateStyle, name: string, value: string): string {
  const { beforeBar, beforeName, beforeEquals, afterEquals, column } = style;
  const gap =
    column === 0 ? beforeEquals : " ".repeat(Math.max(column - name.length, beforeEquals === "" ? 0 : 1));
  return `${beforeBar}|${beforeName}${name}${gap}=${afterEquals}${value}`;
}
