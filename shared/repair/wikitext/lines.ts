/** The lines of a text, found by binary search. */
export class Lines {
  private readonly starts: number[] = [0];

  constructor(private readonly text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.starts.push(at + 1);
  }

  /** Number of the line, from 0 on, that a position stands in. */
  lineOf(position: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  startOf(line: number): number {
    return this.starts[line] ?? this.text.length;
  }

  /** Where a line ends, without its line feed. */
  endOf(line: number): number {
    const next = this.starts[line + 1];
    return next === undefined ? this.text.length : next - 1;
  }
}

const BLANK_LINE = /\n[ \t\r]*\n/g;

/** Where the paragraph ends that a position stands in: before a blank line, or at the end of the text. */
export function paragraphEnd(text: string, position: number): number {
  const blank = new RegExp(BLANK_LINE);
  blank.lastIndex = position;
  return blank.exec(text)?.index ?? text.length;
}

export const spansParagraphs = (text: string): boolean => new RegExp(BLANK_LINE).test(text);
