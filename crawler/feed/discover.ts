import type { HttpClient } from "../runtime/http.ts";

const PAGE_BYTES_MAX = 4 * 1024 * 1024;
/** The head of a page is enough; a skin's scripts may stand before the link. */
const HEAD_CHARS_MAX = 200_000;
const REDIRECTS_MAX = 5;

/**
 * The address of a wiki's api.php. `address` is that itself, or any page of the wiki, which tells it as
 * `<link rel="EditURI">`; only on the page's own host, as a page must not send us elsewhere. What cannot be found out
 * is `address` as it is: asking there says what is wrong.
 */
export async function discoverApi(http: HttpClient, address: string, signal: AbortSignal): Promise<string> {
  if (new URL(address).pathname.endsWith("/api.php")) return address;
  let url = address;
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const page = { headers: { accept: "text/html" }, text: true, bytesMax: PAGE_BYTES_MAX } as const;
    const answer = await http.send({ url, signal, ...page });
    if (answer.kind === "redirect") {
      const target = URL.parse(answer.location, url);
      if (target === null || !/^https?:$/.test(target.protocol)) return address;
      url = target.href;
      continue;
    }
    return (answer.kind === "text" && editUri(answer.start.slice(0, HEAD_CHARS_MAX), url)) || address;
  }
  return address;
}

/** Pure: the api.php that a page names; null: none on its own host. */
export function editUri(html: string, page: string): string | null {
  for (const [tag] of html.matchAll(/<link\b[^<>]{1,1000}>/gi)) {
    if (!/\brel\s*=\s*["']?EditURI\b/i.test(tag)) continue;
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag)?.slice(1).find(Boolean) ?? "";
    const api = URL.parse(href.replaceAll("&amp;", "&"), page);
    if (api === null || api.hostname !== new URL(page).hostname || !api.pathname.endsWith("/api.php"))
      continue;
    return api.origin + api.pathname;
  }
  return null;
}
