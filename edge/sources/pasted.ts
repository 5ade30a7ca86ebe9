import { ORIGIN } from "../../shared/protocol/origin.ts";
import type { WikisAtResponse } from "../../shared/protocol/pages.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import type { Parameters } from "../request.ts";
import { askOrigin } from "./origin.ts";

const ANSWER_MS = 2_000;

type WikiAt = WikisAtResponse["wikis"][number];

/** A page as its address names it. */
type PastedPage =
  | { readonly wiki: string; readonly title: string }
  | { readonly wiki: string; readonly pageid: string };

async function wikisAt(authority: string, deps: EdgeDeps, env: EdgeEnv): Promise<readonly WikiAt[]> {
  const asked = await askOrigin(deps, env, ORIGIN.wikisAt, { authority }, ANSWER_MS);
  return asked.kind === "answer" ? asked.answer.wikis : [];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The page that an address names on a wiki: by the wiki's own pattern, or as parameters of its index.php. null: none. */
function pageAt(url: URL, { wiki, api, articleUrl }: WikiAt): PastedPage | null {
  const [start = "", end = ""] = articleUrl.split("$1");
  const pattern = new URL(start);
  const title = url.searchParams.get("title");
  const pageid = url.searchParams.get("curid");
  const script = new URL(api).pathname.replace(/api\.php$/, "index.php");
  if (pageid !== null && /^\d{1,10}$/.test(pageid)) return { wiki, pageid };
  if (title !== null && (url.pathname === script || url.pathname === pattern.pathname))
    return { wiki, title };
  const path = `${url.pathname}${start.includes("?") ? url.search : ""}`;
  const before = `${pattern.pathname}${pattern.search}`;
  if (!path.startsWith(before) || !path.endsWith(end) || path.length <= before.length) return null;
  return { wiki, title: decoded(path.slice(before.length, path.length - end.length)) };
}

/** Phones have the pages of WMF's wikis at hosts of their own: `de.m.wikipedia.org`. */
const desktopHost = (host: string): string => host.replace(/^([^.]+\.)?m\./, "$1");

/** What an article's address means that somebody pasted in place of its title; null: it is none of a wiki of this server. */
async function pastedPage(text: string, deps: EdgeDeps, env: EdgeEnv): Promise<PastedPage | null> {
  const trimmed = text.trim();
  if (!/^https?:\/\/[^\s<>"]+$/i.test(trimmed)) return null;
  const url = URL.parse(trimmed);
  if (url === null || !URL.canParse(url.href)) return null;
  for (const host of new Set([url.host, desktopHost(url.host)])) {
    const pages = (await wikisAt(host, deps, env)).flatMap((wiki) => pageAt(url, wiki) ?? []);
    if (pages[0] !== undefined) return pages[0];
  }
  return null;
}

/** The wiki whose host somebody named in place of its dbname; null: there is none, or several. */
async function wikiOfHost(text: string, deps: EdgeDeps, env: EdgeEnv): Promise<string | null> {
  const host = URL.parse(`https://${text.trim().replace(/^https?:\/\//i, "")}`)?.host ?? "";
  if (!host.includes(".")) return null;
  const wikis = await wikisAt(desktopHost(host), deps, env);
  return wikis.length === 1 ? (wikis[0]?.wiki ?? null) : null;
}

/** The question with names in place of addresses: of an article pasted as title, of a wiki's host as its dbname. */
export async function asNamed(parameter: Parameters, deps: EdgeDeps, env: EdgeEnv): Promise<Parameters> {
  const [title = "", dbname = ""] = [parameter("title"), parameter("dbname")];
  const page = title.includes("://") ? await pastedPage(title, deps, env) : null;
  if (page !== null) {
    const named: Readonly<Record<string, string>> = { ...page, dbname: page.wiki };
    const replaced = ["dbname", "pageid", "curid", "title", "asked"];
    return (name) => (replaced.includes(name) ? named[name] : parameter(name));
  }
  const wiki = dbname.includes(".") ? await wikiOfHost(dbname, deps, env) : null;
  return wiki === null ? parameter : (name) => (name === "dbname" ? wiki : parameter(name));
}
