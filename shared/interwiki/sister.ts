import type { UrlParts } from "../url/types.ts";
import {
  atHost,
  authorityKey,
  authorityOf,
  type FarmWiki,
  internalTest,
  type OwnHosts,
  patternTest,
} from "./farm.ts";
import type { InterwikiMap, InterwikiTarget } from "./map.ts";

/** What a link into the own farm means, by its URL alone. */
export type Sister =
  | { readonly kind: "page"; readonly api: string; readonly title: string }
  /** No page can have that title. */
  | { readonly kind: "bad-title"; readonly title: string }
  /** A main page, a revision, a form, a file …: no title that could be looked up. */
  | { readonly kind: "no-page" }
  /** No known wiki of the farm has that host and port, so nothing is looked up. */
  | { readonly kind: "unknown-wiki" };

export type OwnFarm = OwnHosts & FarmWiki;

/**
 * Finds which page of which wiki of the farm a link means. Weboid sends requests to that wiki, so a page's links must not
 * choose it freely (SSRF): it is the own wiki, a configured wiki of the farm, one of the interwiki map at a host of the farm, or
 * a host that the farm's pattern matches, with the own wiki's paths.
 */
export function sisterFinder(own: OwnFarm, map: InterwikiMap): (link: UrlParts) => Sister {
  const isFarms = patternTest(own.internalHosts);
  const isInternal = internalTest(own);
  if (!isUsable(own)) return () => ({ kind: "unknown-wiki" });
  const ownPort = Number(URL.parse(own.articleUrl)?.port ?? 0);
  const known = new Map<string, FarmWiki[]>();
  const add = (wiki: FarmWiki) => {
    const authority = authorityOf(wiki.articleUrl);
    if (authority === null || !isUsable(wiki)) return;
    const there = known.get(authority) ?? [];
    if (!there.some((one) => bare(one) === bare(wiki))) known.set(authority, [...there, wiki]);
  };
  for (const wiki of [own, ...(own.wikis ?? [])]) add(wiki);
  // A map has a thousand hosts and a page links to few of them, so a host's targets are read on its first link.
  const unread = byHost(map);
  const read = (host: string) => {
    for (const target of unread.get(host) ?? []) {
      const wiki = mapped(own, target);
      if (wiki !== null && isInternal(wiki.parts)) add(wiki);
    }
    unread.delete(host);
  };
  return (link) => {
    if (!/^https?$/.test(link.scheme)) return { kind: "no-page" };
    read(link.host);
    const there = known.get(authorityKey(link));
    if (there !== undefined) return pageAt(link.path, there);
    if (isFarms(link.host) && link.port === ownPort) return pageAt(link.path, [atHost(own, link.host)]);
    return { kind: "unknown-wiki" };
  };
}

/** Whether both URLs of a wiki are http or https; they come from the wiki itself. */
const isUsable = ({ api, articleUrl }: FarmWiki): boolean =>
  [api, articleUrl].every((address) => /^https?:/.test(URL.parse(address)?.protocol ?? ""));

/** A wiki's article URL without the scheme, for comparison. */
const bare = ({ articleUrl }: FarmWiki): string => articleUrl.replace(/^https?:/i, "");

/** The local targets of a map by host, without full parsing. */
function byHost(map: InterwikiMap): Map<string, InterwikiTarget[]> {
  const found = new Map<string, InterwikiTarget[]>();
  for (const target of map.values()) {
    const host =
      target.local && /^(?:https?:)?\/\/(\[[^\]]*\]|[^/:?#]*)/i.exec(target.url)?.[1]?.toLowerCase();
    if (host) found.set(host, [...(found.get(host) ?? []), target]);
  }
  return found;
}

/** The wiki of an interwiki target: its API is named in the map or follows from the article URL; null: it does not. */
function mapped(own: FarmWiki, { url, api }: InterwikiTarget) {
  const article = URL.parse(url.startsWith("//") ? `https:${url}` : url);
  if (article === null || !/^https?:$/.test(article.protocol)) return null;
  const [ownArticle, ownApi] = [new URL(own.articleUrl), new URL(own.api)];
  // Old maps have http for wikis that have moved to https.
  if (article.port === "" && ownApi.port === "" && ownApi.protocol === "https:") article.protocol = "https:";
  const named = api === undefined ? null : URL.parse(api, article.href);
  const script = /^(.*\/)index\.php(?:\/|$)/.exec(article.pathname)?.[1];
  const found =
    named?.host === article.host
      ? named.href
      : script !== undefined
        ? new URL(`${script}api.php`, article.href).href
        : article.pathname === ownArticle.pathname
          ? new URL(ownApi.pathname, article.href).href
          : null;
  if (found === null || !/^https?:/.test(found)) return null;
  const parts = { host: article.hostname as UrlParts["host"], port: Number(article.port) };
  return { api: found, articleUrl: article.href, parts };
}

/** Actions that need an existing page; others show a form for any title. */
const PAGE_ACTIONS: ReadonlySet<string> = new Set(["view", "history", "raw", "render", "info", "purge"]);
/** Parameters by which a URL shows something else than the page of its title. */
const OTHER_CONTENT = ["oldid", "diff", "curid", "search", "veaction"] as const;

function pageAt(address: string, wikis: readonly FarmWiki[]): Sister {
  const mark = address.indexOf("?");
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? "" : address.slice(mark + 1));
  // Of several wikis at one host the one with the longest path comes first.
  const byLength = [...wikis].sort((one, other) => other.articleUrl.length - one.articleUrl.length);
  for (const wiki of byLength) {
    const text = titleText(path, query, wiki);
    if (text === null) continue;
    const isPage =
      PAGE_ACTIONS.has(query.get("action") ?? "view") && !OTHER_CONTENT.some((name) => query.has(name));
    return isPage ? titled(text, wiki.api) : { kind: "no-page" };
  }
  return { kind: "no-page" };
}

/** The title in a URL of a wiki, decoded; null: not a URL of a page there. */
function titleText(path: string, query: URLSearchParams, wiki: FarmWiki): string | null {
  const folder = new URL(".", wiki.api).pathname;
  const script = `${folder}index.php`;
  if (path === script) return query.get("title");
  if (path.startsWith(`${script}/`)) return query.get("title") ?? decoded(path.slice(script.length + 1));
  const { pathname, search } = new URL(wiki.articleUrl);
  const [before, after] = pathname.split("$1");
  if (before === undefined || after === undefined || search.includes("$1")) return null;
  // With articles at the root, the folder of the wiki's scripts and images contains none.
  if (folder !== "/" && before.length < folder.length && path.startsWith(folder)) return null;
  if (!path.startsWith(before) || !path.endsWith(after) || path.length < before.length + after.length)
    return null;
  return decoded(path.slice(before.length, path.length - after.length));
}

/** Percent-decodes a text; null: escapes of another charset than UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Longest title in UTF-16 units (MediaWiki: 255 bytes without the namespace), and characters that no title has ($wgLegalTitleChars). */
const TITLE_UNITS_MAX = 600;
const FORBIDDEN = /[\p{Cc}<>[\]{}|\ufffd]/u;

function titled(text: string, api: string): Sister {
  const title = (text.split("#", 1)[0] ?? "")
    .replaceAll("_", " ")
    .normalize("NFC")
    .replace(/^[ :]+/, "")
    .trim();
  if (title === "") return { kind: "no-page" };
  if (title.length > TITLE_UNITS_MAX || FORBIDDEN.test(title)) return { kind: "bad-title", title };
  return { kind: "page", api, title };
}
