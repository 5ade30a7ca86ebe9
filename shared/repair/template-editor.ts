import type { Splice } from "./plan.ts";
import { styleOf, type TemplateStyle, written } from "./template-style.ts";
import { nameOf, type Parameter } from "./wikitext/argument.ts";
import type { WikiNode, WikiPage } from "./wikitext/types.ts";

const SPACE = /\s/;

/** Collects changes of one template's parameters and writes them in the template's own style. */
export class TemplateEditor {
  private readonly changes: Splice[] = [];
  private readonly added: string[] = [];
  private readonly style: TemplateStyle;
  private readonly anchor: number;

  /** @param group parameters of the template after which new ones belong; without any they come last */
  constructor(
    private readonly page: WikiPage,
    private readonly node: WikiNode,
    parameters: readonly Parameter[],
    group: readonly Parameter[],
  ) {
    const named = parameters.filter(({ equals, name }) => equals >= 0 && name !== "");
    const byPlace = [...group].sort((one, other) => one.index - other.index);
    const model = byPlace.at(-1) ?? named.at(-1) ?? null;
    this.style = styleOf(page.text, parameters, model);
    const last = node.arguments.at(-1);
    this.anchor = model === null ? (last?.end ?? node.end - 2) : this.contentEnd(model);
  }

  get isEmpty(): boolean {
    return this.changes.length + this.added.length === 0;
  }

  /** Where the content of a parameter ends, or is to be written if it has none. */
  private contentEnd({ value, valueStart, valueEnd, equals, end }: Parameter): number {
    if (value !== "" || valueEnd > valueStart) return value === "" ? valueStart : valueEnd;
    const space = this.page.text.slice(equals + 1, end);
    const { afterEquals, beforeBar } = this.style;
    return equals + 1 + (space === afterEquals + beforeBar ? afterEquals.length : 0);
  }

  /** Gives a parameter its value, and the name if it has another one; adds it where there is none. */
  set(parameter: Parameter | null, name: string, value: string): void {
    if (parameter === null) {
      this.added.push(written(this.style, name, value));
      return;
    }
    if (parameter.name !== name)
      this.changes.push({ start: parameter.nameStart, end: parameter.nameEnd, text: name });
    if (parameter.value !== "") {
      this.changes.push({ start: parameter.valueStart, end: parameter.valueEnd, text: value });
      return;
    }
    const at = this.contentEnd(parameter);
    const space = this.page.text.slice(parameter.equals + 1, at) === "" ? this.style.afterEquals : "";
    this.changes.push({ start: at, end: at, text: space + value });
  }

  /** Takes a parameter out, with the bar before it; of the last one, the space before the end stays in place of that before the bar. */
  remove({ index, start, end, equals, value, valueEnd }: Parameter): void {
    const isLast = index === this.node.arguments.length - 1;
    if (!isLast) {
      this.changes.push({ start: start - 1, end, text: "" });
      return;
    }
    const { text } = this.page;
    let from = start - 1;
    while (SPACE.test(text.charAt(from - 1))) from--;
    this.changes.push({ start: from, end: value === "" ? equals + 1 : valueEnd, text: "" });
  }

  /** Gives the template another name, with a small first letter if it has one now. */
  rename(name: string): void {
    const [first] = this.node.arguments;
    const old = nameOf(this.page, this.node);
    const at = first === undefined ? -1 : this.page.text.indexOf(old, first.start);
    if (at < 0 || first === undefined || at + old.length > first.end) return;
    const isSmall = old.charAt(0) === old.charAt(0).toLowerCase();
    const text = isSmall ? name.charAt(0).toLowerCase() + name.slice(1) : name;
    this.changes.push({ start: at, end: at + old.length, text });
  }

  /** In the order of the page. */
  splices(): Splice[] {
    const added = this.added.map((text) => ({ start: this.anchor, end: this.anchor, text }));
    return [...this.changes, ...added].sort((one, other) => one.start - other.start || one.end - other.end);
  }
}
