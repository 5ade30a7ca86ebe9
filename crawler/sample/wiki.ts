import type { SampleArticle } from "./articles.ts";
import { categoryTitle, SAMPLE_CATEGORIES } from "./categories.ts";
import { answerApi, normaliseTitle } from "./wiki-api.ts";
import { articlePage, categoryPage, changesPage, editPage, listPage, missingPage } from "./wiki-html.ts";

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

const BODY_BYTES_MAX = 262_144;

/** Throws the system's error (EADDRINUSE) when the port cannot be had. */
export function serveSampleWiki({ port, articles, gadgetUrl }: WikiOptions): SampleWiki {
  const html = (text: string, status = 200) =>
    new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
  const server: Bun.Server<undefined> = Bun.serve({
    hostname: "127.0.0.1",
    port,
    maxRequestBodySize: BODY_BYTES_MAX,
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
      const category = SAMPLE_CATEGORIES.find(
        ({ title }) => title === categoryTitle(decodeTitle(url.pathname) ?? ""),
      );
      if (category !== undefined) return html(categoryPage(category.title, articles));
      const asked = articleOf(url, articles);
      if (asked === undefined)
        return url.pathname === "/wiki/Special:AllPages" || url.searchParams.has("search")
          ? html(listPage(articles))
          : html(missingPage(), 404);
      const action = url.searchParams.get("action");
      if (action === "edit") return html(editPage(asked));
      if (action !== "submit") return html(articlePage(asked, { gadgetUrl, articles }));
      if (request.method !== "POST") return html(editPage(asked));
      const { text, summary } = await readEdit(request);
      return html(changesPage(asked, text, summary));
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

/** The article that an address names: by its path or `title`, or by `curid`. */
function articleOf({ pathname, searchParams }: URL, articles: readonly SampleArticle[]) {
  const byId = pathname === "/w/index.php" ? Number(searchParams.get("curid")) : null;
  const title = decodeTitle(pathname) ?? searchParams.get("search") ?? searchParams.get("title");
  return articles.find((one) =>
    byId ? one.pageid === byId : title !== null && one.title === normaliseTitle(title),
  );
}

/** What a form sent, in either of the encodings of forms. */
async function readEdit(request: Request): Promise<{ readonly text: string; readonly summary: string }> {
  const form = await request.formData();
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  return { text: field("wpTextbox1"), summary: field("wpSummary") };
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
