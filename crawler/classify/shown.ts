/** What readers of a challenge see: some lines of explanation, a hundred words of English. */
const LETTERS_MAX = 600;
const TITLE = /^<title[\s/>]/i;
/** Elements whose content no reader sees, and where it ends. Names in mixed case are the same, longer names are others. */
const UNSEEN = /^<(script|style|svg|noscript)[\s/>]/i;
const ENDS = new Map(
  ["script", "style", "svg", "noscript"].map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, "gi")]),
);
/** Browsers take what follows these for a part of them, where their end is missing (or beyond what was read). */
const RAW = new Set(["script", "style", "noscript"]);
const COMMENT_END = /--!?>/g;
/** A mere `<` is text. */
const MARKUP = /^<[a-z/!?]/i;
/** Markup as text. */
const CODE = /&(?:lt|#60|#x3c);?\/?[a-z!]/i;

export interface Shown {
  /**
   * Next to nothing; much, so that it explains, sells or reports something; or markup, so that it is about pages, whatever
   * marks of guards it has, as no challenge shows its readers any.
   */
  readonly seen: "little" | "much" | "code";
  /** What no reader sees of the page, as it is: tags, scripts, styles, comments; with its title. */
  readonly machinery: string;
}

/** What readers see of a page, in one walk. In doubt it is seen: a page taken for a wall is the worse mistake. */
export function shown(html: string): Shown {
  let letters = 0;
  let code = false;
  let inTitle = false;
  const machinery: string[] = [];
  const endless = new Set<string>();
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    const text = html.slice(at, open === -1 ? html.length : open);
    code ||= CODE.test(text);
    if (inTitle) machinery.push(text);
    if (text !== "" && letters <= LETTERS_MAX) letters += lettersIn(text);
    if (open === -1) break;
    const tag = html.slice(open, open + 10);
    if (!MARKUP.test(tag)) {
      at = open + 1;
      continue;
    }
    at = endOfMarkup(html, open, tag, endless);
    machinery.push(html.slice(open, at));
    inTitle = TITLE.test(tag);
  }
  const seen = code ? "code" : letters > LETTERS_MAX ? "much" : "little";
  return { seen, machinery: machinery.join("") };
}

/** Where text goes on after what begins at `open`. @param endless names whose end was looked for in vain: once is enough */
function endOfMarkup(html: string, open: number, tag: string, endless: Set<string>): number {
  // `<!-->` is a whole comment.
  if (tag.startsWith("<!--")) {
    COMMENT_END.lastIndex = open + 2;
    return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
  }
  const close = html.indexOf(">", open);
  if (close === -1) return html.length;
  const name = UNSEEN.exec(tag)?.[1]?.toLowerCase() ?? "";
  const end = ENDS.get(name);
  // In XHTML and within pictures an element may be over with its tag.
  if (end === undefined || html[close - 1] === "/" || endless.has(name)) return close + 1;
  end.lastIndex = close;
  const over = end.exec(html)?.index;
  if (over !== undefined) return over;
  endless.add(name);
  return RAW.has(name) ? html.length : close + 1;
}

/** What stands for bytes that are no UTF-8. */
const BROKEN = "\ufffd";

/**
 * Letters of any script, as not all have blanks between words; a character of Chinese, Japanese or Korean says as much as three.
 * Digits may stand for letters (`&#1078;`). Bytes that are no UTF-8 count one by one, whatever their charset.
 */
function lettersIn(bytes: string): number {
  const decoded = Buffer.from(bytes, "latin1").toString();
  const text = decoded.includes(BROKEN) ? bytes : decoded;
  let letters = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x2e80) letters += 3;
    else if (code >= 0x80 || (code >= 0x30 && code <= 0x39)) letters++;
    else if ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a) letters++;
  }
  return letters;
}
