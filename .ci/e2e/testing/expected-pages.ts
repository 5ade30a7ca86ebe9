import { internalTest } from "../../../shared/interwiki/farm.ts";
import { classify } from "../../../shared/url/classify.ts";
import type { StoredPage } from "./stored.ts";
import type { WikiTables } from "./wiki-tables.ts";

const PREFIXES: Readonly<Record<number, string>> = {
  0: "",
  2: "User:",
  10: "Template:",
  14: "Category:",
  3000: "Portal:",
};

/** What the seed's own MediaWiki:Spam-blacklist blocks on its pages; `.ci/e2e/spam.e2e.ts` compares whole lists. */
const SPAM = new Set([
  "http://spam.zz/buy",
  "http://www.spam.zz/",
  "http://casino77.zz/",
  "http://evil.zz/path/only",
]);

interface Uses {
  readonly urls: readonly string[];
  readonly spam: readonly string[];
}

const sorted = (urls: readonly string[]): string[] => [...new Set(urls)].sort();

/** The resources among links as MediaWiki keeps them; those into the wiki itself are not watched (U5). */
function resources(api: string, links: readonly string[]): string[] {
  const isInternal = internalTest({ server: new URL(api).origin, internalHosts: null });
  return links.flatMap((link) => {
    const classified = classify(link, { allowPrivate: true });
    return classified.kind === "resource" && !isInternal(classified.parts) ? [classified.url] : [];
  });
}

function expectedUses(api: string, tables: WikiTables, pageid: number): Uses {
  const links = [...(tables.external.get(pageid) ?? []), ...(tables.interwiki.get(pageid) ?? [])];
  const urls = sorted(resources(api, links));
  return { urls: urls.filter((url) => !SPAM.has(url)), spam: urls.filter((url) => SPAM.has(url)) };
}

export interface Watched extends Uses {
  readonly title: string;
  readonly namespace: number;
  readonly needsUpdate: boolean;
}

/** What the wiki's tables say that Weboid has to have of these pages; `api`: of that wiki. */
export function expected(api: string, tables: WikiTables, ids: Iterable<number>): Record<number, Watched> {
  const wanted = new Set(ids);
  return Object.fromEntries(
    tables.pages
      .filter(({ pageid, wikitext }) => wanted.has(pageid) && wikitext)
      .map(({ pageid, namespace, name }) => [
        pageid,
        {
          title: `${PREFIXES[namespace] ?? `${namespace}:`}${name}`,
          namespace,
          needsUpdate: false,
          ...expectedUses(api, tables, pageid),
        },
      ]),
  );
}

/** What Weboid has of the pages that it read. */
export function watched(stored: ReadonlyMap<number, StoredPage>): Record<number, Watched> {
  return Object.fromEntries(
    [...stored.values()].flatMap(({ pageid, read, ...page }) => (read ? [[pageid, page]] : [])),
  );
}

export const inNamespaces = ({ pages }: WikiTables, ...namespaces: number[]): number[] =>
  pages.filter(({ namespace }) => namespaces.includes(namespace)).map(({ pageid }) => pageid);

export const idOf = ({ pages }: WikiTables, name: string, ns = 0): number =>
  pages.find((page) => page.namespace === ns && page.name === name)?.pageid ?? -1;

export const inTree = (tables: WikiTables, name: string, depth: number): number[] =>
  tables.tree(name, depth).flatMap((category) => tables.inCategory(category));

export const without = (ids: readonly number[], others: readonly number[]): number[] =>
  ids.filter((id) => !others.includes(id));
