/** Words that readers of a challenge see: a line or two of explanation. */
const WORDS_MAX = 120;
const UNSEEN = /^<(script|style|svg|noscript)\b/i;
/** Markup as text. */
const CODE = /&(?:lt|#60|#x3c);?\/?[a-z!]/i;

/**
 * What readers see of a page: next to nothing; much, so that it explains, sells or reports something; or markup, so that it
 * is about pages, whatever marks of guards it has, as no challenge shows its readers any.
 */
export function shown(html: string): "little" | "much" | "code" {
  let words = 0;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    const text = html.slice(at, open === -1 ? html.length : open);
    if (CODE.test(text)) return "code";
    words += text.match(/\S{2,}/g)?.length ?? 0;
    if (open === -1) break;
    const [, unseen] = UNSEEN.exec(html.slice(open, open + 10)) ?? [];
    const end = html.startsWith("<!--", open) ? "-->" : unseen === undefined ? ">" : `</${unseen}`;
    const close = html.indexOf(end, open);
    if (close === -1) break;
    at = close + end.length;
  }
  return words > WORDS_MAX ? "much" : "little";
}
