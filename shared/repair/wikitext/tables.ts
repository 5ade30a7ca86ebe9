import type { Range } from "./types.ts";

const MARK = /[ \t:]*(\{\||\|\}(?!\}))|[ \t]*(\|-|\|\+|[|!])/y;

/** Follows the tables of a page: whether one is open, and which parts of them are attributes in place of text. */
export class Tables {
  /** In order and apart. */
  readonly attributes: Range[] = [];
  private depth = 0;
  /** Where the part of a cell begins that was not looked at; -1 in a line without cells. */
  private from = -1;
  private isHeader = false;
  /** What follows in the cell is text, whatever bars it has. */
  private isText = false;

  constructor(private readonly text: string) {}

  get isOpen(): boolean {
    return this.depth > 0;
  }

  /** @param isPage the line begins in the page itself, not in a template or another construct */
  startLine(at: number, isPage: boolean): void {
    MARK.lastIndex = at;
    const [whole = "", border, mark = border] = MARK.exec(this.text) ?? [];
    if (border === "{|") this.depth += 1;
    if (border === "|}" && this.depth > 0) this.depth -= 1;
    if (!isPage) return;
    this.from = -1;
    if (mark === undefined || mark === "|}" || this.depth === 0) return;
    if (mark === "{|" || mark === "|-") {
      const end = this.text.indexOf("\n", at);
      this.attributes.push({ start: at, end: end < 0 ? this.text.length : end });
      return;
    }
    this.from = at + whole.length;
    this.isHeader = mark === "!";
    this.isText = false;
  }

  /** A bar in the page itself: two begin a cell, the first single one of a cell ends its attributes. */
  bar(at: number): void {
    if (this.from < 0 || at < this.from) return;
    const isCell = this.text.charAt(at + 1) === "|";
    if (!isCell) {
      const before = this.isHeader ? this.text.slice(this.from, at).lastIndexOf("!!") : -1;
      if (!this.isText || before >= 0) this.attributes.push({ start: this.from + before + 1, end: at });
    }
    this.isText = !isCell;
    this.from = at + (isCell ? 2 : 1);
  }

  /** An internal link in the page itself: no bar of its cell is looked at by MediaWiki any more. */
  internalLink(): void {
    this.isText = true;
  }
}
