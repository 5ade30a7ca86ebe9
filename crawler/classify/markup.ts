/** Markup begins so; a mere `<` is text. */
const BEGINNING = /<[a-z/!?]/gi;
const NAME = /^<(\/?)([a-z][a-z0-9-]*)/i;
const COMMENT_END = /--!?>/g;
/** Browsers take what follows these for a part of them, where their end is missing (or beyond what was read). */
const RAW = new Set(["script", "style", "noscript"]);
/** Of a tag, as far as names and attributes are looked for. */
const TAG_CHARS_MAX = 2_000;

export interface MarkupVisitor {
  /** Elements whose content is passed over, as no reader sees it. */
  readonly unseen: ReadonlySet<string>;
  text(text: string): void;
  /**
   * A tag, an unseen element up to its end tag, or a comment (`name` is "").
   * @param tag the beginning of the tag itself. @param all the markup as it stands
   */
  markup(name: string, isEnd: boolean, tag: string, all: () => string): void;
}

/** Reads HTML as leniently as browsers, in one walk whose work grows with the length only. */
export function walkMarkup(html: string, visitor: MarkupVisitor): void {
  /** Names whose end was looked for and is nowhere: once is enough. */
  const endless = new Set<string>();
  for (let at = 0; at < html.length; ) {
    BEGINNING.lastIndex = at;
    const open = BEGINNING.exec(html)?.index ?? html.length;
    if (open > at) visitor.text(html.slice(at, open));
    if (open === html.length) return;
    // `<!-->` is a whole comment.
    const isComment = html.startsWith("<!--", open);
    const close = isComment ? endOfComment(html, open + 2) : html.indexOf(">", open) + 1 || html.length;
    const tag = isComment ? "" : html.slice(open, Math.min(close, open + TAG_CHARS_MAX));
    const [, slash = "", raw = ""] = NAME.exec(tag) ?? [];
    const name = raw.toLowerCase();
    // In XHTML and within pictures an element may be over with its tag.
    const isWhole = slash !== "" || html[close - 2] === "/" || !visitor.unseen.has(name);
    at = isWhole ? close : endOfElement(html, name, close, endless);
    const end = at;
    visitor.markup(name, slash !== "", tag, () => html.slice(open, end));
  }
}

function endOfComment(html: string, from: number): number {
  COMMENT_END.lastIndex = from;
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
}

/** Where `</name` begins; where it does not, the end of the page or of the tag. */
function endOfElement(html: string, name: string, from: number, endless: Set<string>): number {
  if (!endless.has(name))
    for (let at = html.indexOf("</", from); at !== -1; at = html.indexOf("</", at + 2)) {
      const after = at + 2 + name.length;
      if (html.slice(at + 2, after).toLowerCase() === name && /^[\s/>]/.test(html.slice(after, after + 1)))
        return at;
    }
  endless.add(name);
  return RAW.has(name) ? html.length : from;
}
