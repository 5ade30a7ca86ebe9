import type { UrlParts } from "../url/types.ts";
import {
  atHost,
  type FarmWiki,
  internalTest,
  type OwnHosts,
  patternTest,
  placeKey,
  placeOf,
} from "./farm.ts";
import type { InterwikiMap, InterwikiTarget } from "./map.ts";

/** What a link into the own farm is, as far as its address tells. */
export type Sister =
  | { readonly kind: "page"; readonly api: string; readonly title: string }
  /** No page can have that title. */
  | { readonly kind: "bad-title"; readonly title: string }
  /** A front page, a revision, a form, a file …: whether it exists is not told by a title. */
  | { readonly kind: "no-page" }
  /** No wiki of the farm is known there, so nobody is asked. */
  | { readonly kind: "unknown-wiki" };

export type OwnFarm = OwnHosts & FarmWiki;

/**
 * Tells which page of which wiki of the farm a link means. Whom it names is asked by us, so it is never anybody else
 * than the own wiki, the farm's configured wikis, those of the wiki's own interwiki map at hosts of the farm, and, by
 * the own wiki's paths, hosts that the farm's pattern names: a page cannot have a stranger asked.
 */
export function sisterFinder(own: OwnFarm, map: InterwikiMap): (link: UrlParts) => Sister {
  const isFarms = patternTest(own.internalHosts);
  const isInternal = internalTest(own);
  if (!isUsable(own)) return () => ({ kind: "unknown-wiki" });
  const ownPort = Number(URL.parse(own.articleUrl)?.port ?? 0);
  const known = new Map<string, FarmWiki[]>();
  const add = (wiki: FarmWiki) => {
    const place = placeOf(wiki.articleUrl);
    if (place === null || !isUsable(wiki)) return;
    const there = known.get(place) ?? [];
    if (!there.some((one) => bare(one) === bare(wiki))) known.set(place, [...there, wiki]);
  };
  for (const wiki of [own, ...(own.wikis ?? [])]) add(wiki);
  // A map has a thousand hosts and a page links to a few: theirs are read when a link asks for them.
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
    const there = known.get(placeKey(link));
    if (there !== undefined) return pageAt(link.path, there);
    if (isFarms(link.host) && link.port === ownPort) return pageAt(link.path, [atHost(own, link.host)]);
    return { kind: "unknown-wiki" };
  };
}

/** A wiki says of itself what it likes. */
const isUsable = ({ api, articleUrl }: FarmWiki): boolean =>
  [api, articleUrl].every((address) => /^https?:/.test(URL.parse(address)?.protocol ?? ""));

/** Whatever the scheme. */
const bare = ({ articleUrl }: FarmWiki): string => articleUrl.replace(/^https?:/i, "");

/** What the map calls local, by host as far as a look at the address tells. */
function byHost(map: InterwikiMap): Map<string, InterwikiTarget[]> {
  const found = new Map<string, InterwikiTarget[]>();
  for (const target of map.values()) {
    const host =
      target.local && /^(?:https?:)?\/\/(\[[^\]]*\]|[^/:?#]*)/i.exec(target.url)?.[1]?.toLowerCase();
    if (host) found.set(host, [...(found.get(host) ?? []), target]);
  }
  return found;
}

/** A sister wiki as the interwiki map has it: its API is named there, or lies where its addresses show it. */
function mapped(own: FarmWiki, { url, api }: InterwikiTarget) {
  const article = URL.parse(url.startsWith("//") ? `https:${url}` : url);
  if (article === null || !/^https?:$/.test(article.protocol)) return null;
  const [ownArticle, ownApi] = [new URL(own.articleUrl), new URL(own.api)];
  // Old maps say http of wikis that have moved to https.
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

/** Actions that show what is there; others show a form for anything. */
const SHOWING: ReadonlySet<string> = new Set(["view", "history", "raw", "render", "info", "purge"]);
/** What asks for something else than the page of that title. */
const ELSEWHERE = ["oldid", "diff", "curid", "search", "veaction"] as const;

function pageAt(address: string, wikis: readonly FarmWiki[]): Sister {
  const mark = address.indexOf("?");
  const path = mark < 0 ? address : address.slice(0, mark);
  const query = new URLSearchParams(mark < 0 ? "" : address.slice(mark + 1));
  // Of wikis in folders of one host the longest path decides.
  const byLength = [...wikis].sort((one, other) => other.articleUrl.length - one.articleUrl.length);
  for (const wiki of byLength) {
    const text = titleText(path, query, wiki);
    if (text === null) continue;
    const isShown = SHOWING.has(query.get("action") ?? "view") && !ELSEWHERE.some((name) => query.has(name));
    return isShown ? titled(text, wiki.api) : { kind: "no-page" };
  }
  return { kind: "no-page" };
}

/** The title as it stands in the address, still escaped where it comes from the path; null: no address of a page there. */
function titleText(path: string, query: URLSearchParams, wiki: FarmWiki): string | null {
  const folder = new URL(".", wiki.api).pathname;
  const script = `${folder}index.php`;
  if (path === script) return query.get("title");
  if (path.startsWith(`${script}/`)) return query.get("title") ?? decoded(path.slice(script.length + 1));
  const { pathname, search } = new URL(wiki.articleUrl);
  const [before, after] = pathname.split("$1");
  if (before === undefined || after === undefined || search.includes("$1")) return null;
  // Where articles stand at the root, the wiki's own scripts and images stand beside them.
  if (folder !== "/" && before.length < folder.length && path.startsWith(folder)) return null;
  if (!path.startsWith(before) || !path.endsWith(after) || path.length < before.length + after.length)
    return null;
  return decoded(path.slice(before.length, path.length - after.length));
}

/** null: escapes of another charset than UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** MediaWiki: 255 bytes beside the namespace, and none of these ($wgLegalTitleChars). */
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
