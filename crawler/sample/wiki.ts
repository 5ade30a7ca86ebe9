import type { SampleArticle } from "./articles.ts";
import { answerApi, normaliseTitle } from "./wiki-api.ts";
import { articlePage, listPage, missingPage } from "./wiki-pages.ts";

/** A wiki of our own that answers as MediaWiki's API does, as far as Weboid asks, and shows its articles. */
export interface SampleWiki {
  readonly port: number;
  /** Address of api.php. */
  readonly api: string;
  articleUrl(title: string): string;
  close(): void;
}

interface WikiOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly articles: readonly SampleArticle[];
  /** Where the articles load the gadget from. */
  readonly gadgetUrl: string;
}

const QUERY_CHARS_MAX = 65_536;

/** Throws the system's error (EADDRINUSE) when the port cannot be had. */
export function serveSampleWiki({ port, articles, gadgetUrl }: WikiOptions): SampleWiki {
  const html = (text: string, status = 200) =>
    new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: "127.0.0.1",
    port,
    maxRequestBodySize: QUERY_CHARS_MAX,
    async fetch(request): Promise<Response> {
      const url = new URL(request.url);
      const base = `http://127.0.0.1:${server.port}`;
      if (url.pathname === "/w/api.php") {
        const body = request.method === "POST" ? await request.text() : "";
        return answerApi(
          new URLSearchParams([...url.searchParams, ...new URLSearchParams(body)]),
          articles,
          base,
        );
      }
      if (url.pathname === "/") return Response.redirect(`${base}/wiki/Main_Page`, 302);
      const byId = url.pathname === "/w/index.php" ? Number(url.searchParams.get("curid")) : null;
      const title = decodeTitle(url.pathname) ?? url.searchParams.get("title");
      const article = articles.find((one) =>
        byId ? one.pageid === byId : title !== null && one.title === normaliseTitle(title),
      );
      if (article !== undefined) return html(articlePage(article, { gadgetUrl, articles }));
      return url.pathname === "/wiki/Special:AllPages" ? html(listPage(articles)) : html(missingPage(), 404);
    },
    error: () => new Response("this wiki had a problem\n", { status: 500 }),
  });
  const own = server.port ?? port;
  return {
    port: own,
    api: `http://127.0.0.1:${own}/w/api.php`,
    articleUrl: (title) => `http://127.0.0.1:${own}/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}`,
    close: () => void server.stop(true),
  };
}

function decodeTitle(path: string): string | null {
  const encoded = /^\/wiki\/(.+)$/.exec(path)?.[1];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
