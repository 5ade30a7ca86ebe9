import { joinUrl, splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import { hash24 } from "./page.ts";

/** Extensions that different programs of a server answer for; that of a document would say nothing of pages. */
const PAGE_EXTENSION = /\.(?:html?|xhtml|shtml|php\d?|aspx?|jspx?|jsf|cfm|cgi|pl|do|action|py|rb)$/i;

const pathOf = (url: NormalisedUrl): string => splitUrl(url).path.split("?", 1)[0] ?? "/";

/** The path up to its last slash; of `/a/b/` the folder in which `b` stands. */
function folderOf(path: string): string {
  const end = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  return end.slice(0, end.lastIndexOf("/") + 1);
}

/** The number by which a page's folder is remembered. */
export const folderKey = (url: NormalisedUrl): number => hash24(folderOf(pathOf(url)));

/**
 * An address that cannot exist, as like to `url` as can be: in its folder and with its extension, as sites differ by
 * both. A folder whose name has digits may be a page's number, with any title after it, so it is made up too. No
 * query, as programs pass over parameters that they do not know. `token`: letters and digits, to be found in the result.
 */
export function randomSibling(url: NormalisedUrl, token: string): NormalisedUrl {
  const path = pathOf(url);
  const folders = folderOf(path).split("/");
  if (/\d/.test(folders.at(-2) ?? "")) folders[folders.length - 2] = token;
  const end = path.length > 1 && path.endsWith("/") ? "/" : (PAGE_EXTENSION.exec(path)?.[0] ?? "");
  return joinUrl({ ...splitUrl(url), path: `${folders.join("/")}weboid-${token}${end}` });
}
