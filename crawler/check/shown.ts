/** Words that readers of a challenge see: a line or two of explanation. */
const WORDS_MAX = 120;
const UNSEEN = /^<(script|style|svg|noscript)\b/i;
const TITLE = /^<title\b/i;
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

/** What readers see of a page, in one walk. */
export function shown(html: string): Shown {
  let words = 0;
  let code = false;
  let inTitle = false;
  const machinery: string[] = [];
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    const text = html.slice(at, open === -1 ? html.length : open);
    code ||= CODE.test(text);
    if (inTitle) machinery.push(text);
    words += text.match(/\S{2,}/g)?.length ?? 0;
    if (open === -1) break;
    const tag = html.slice(open, open + 10);
    const [, unseen] = UNSEEN.exec(tag) ?? [];
    const end = tag.startsWith("<!--") ? "-->" : unseen === undefined ? ">" : `</${unseen}`;
    const close = html.indexOf(end, open);
    at = close === -1 ? html.length : close + end.length;
    machinery.push(html.slice(open, at));
    inTitle = TITLE.test(tag);
  }
  const seen = code ? "code" : words > WORDS_MAX ? "much" : "little";
  return { seen, machinery: machinery.join("") };
}
