/** What no title contains; `#` and what follows is a section. */
const NO_TITLE = /[<>[\]{}|#\p{Cc}]/u;
const TITLE_BYTES_MAX = 255;

export const isProperty = (text: string): boolean => /^P[1-9][0-9]*(?:=[\w.-]+)?$/i.test(text);

/** `#12`: a page by its id. */
export const isPageNumber = (text: string): boolean => /^#0*[1-9][0-9]{0,14}$/.test(text);

/** null: it cannot be one. */
export function titleOf(text: string): string | null {
  const title = text
    .normalize("NFC")
    .replaceAll("_", " ")
    .replace(/ +/g, " ")
    .trim()
    .replace(/^:/, "")
    .trim();
  const fits =
    title !== "" && !NO_TITLE.test(title) && new TextEncoder().encode(title).length <= TITLE_BYTES_MAX;
  return fits && !/:$/.test(title) ? title : null;
}
