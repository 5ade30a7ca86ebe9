/** Words that readers of a challenge see: a line or two of explanation. */
const WORDS_MAX = 120;
const UNSEEN = /^<(script|style|svg|noscript)\b/i;

/** A page that explains, sells or reports something is no challenge, whatever marks of guards it has. */
export function saysLittle(html: string): boolean {
  let words = 0;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf("<", at);
    words += html.slice(at, open === -1 ? html.length : open).match(/\S{2,}/g)?.length ?? 0;
    if (words > WORDS_MAX) return false;
    if (open === -1) break;
    const [, unseen] = UNSEEN.exec(html.slice(open, open + 10)) ?? [];
    const end = html.startsWith("<!--", open) ? "-->" : unseen === undefined ? ">" : `</${unseen}`;
    const close = html.indexOf(end, open);
    if (close === -1) break;
    at = close + end.length;
  }
  return true;
}
