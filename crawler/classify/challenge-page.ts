export interface ChallengePage {
  readonly name: string;
  /**
   * One of them is in such a page, letter by letter: few other pages have any, and a search for bytes costs a fiftieth of a
   * pattern. Absent: `server` or `http` leave few pages.
   */
  readonly marks?: readonly Buffer[];
  /**
   * All of them are there, in what no reader sees of the page and its title: a page about walls has one of them, not all.
   * Each repetition has an end, and none that may be long passes over the `<` at which a sign begins: whatever the page
   * says, the work grows with its length only.
   */
  readonly signs?: readonly RegExp[];
  /** The same, for what readers see. */
  readonly says?: readonly RegExp[];
  /** The beginning of the Server field, in lower case; such a page is a wall with an error number only. */
  readonly server?: string;
  /** Such a page is a wall with these numbers only: with others, ordinary error pages have the same signs. */
  readonly http?: readonly number[];
  /**
   * Pages that were let through load the same machinery: it is a wall where nothing else stands on the page, to its end, and
   * nothing else is loaded: an application shows as little before it runs.
   */
  readonly whole?: true;
  /** Its readers are told a lot, and no other page has these signs before its body. */
  readonly explains?: true;
}

export const any = (...literals: readonly string[]): readonly Buffer[] =>
  literals.map((literal) => Buffer.from(literal));
