import type { Criterion } from "../../../db/types.ts";
import type { HttpClient } from "../../net/egress/http-client.ts";
import type { WikiError } from "../api/answer.ts";
import {
  allPages,
  categoryMembers,
  findPages,
  type ListRequest,
  parseList,
  questionsFor,
  readPages,
  transclusions,
} from "../api/pages.ts";
import { readSiteInfo, type SiteInfo } from "../api/site-info.ts";
import { failed, fine, type Params, type Result, type WikiApi } from "../api/wiki.ts";
import { resolveCriteria } from "../criteria/check.ts";
import { pagesNamed } from "../criteria/selection.ts";

/** What a wiki said about itself, and whether feeding it works. */
export interface Asked {
  readonly site: SiteInfo;
  /** Criteria as they are stored. */
  readonly criteria: readonly Criterion[];
  /** Categories, templates and pages of the criteria that it does not have, as far as it said so. */
  readonly missing: readonly string[];
  /** What failed for the moment; null: nothing did. */
  readonly trouble: WikiError | null;
}

/**
 * Asks a wiki what it is, and once for each kind of list that these criteria need; the error for a wiki that cannot be
 * used says how to fix it. What fails for the moment is returned as `trouble`, and left to the feeder.
 */
export async function askWiki(wiki: WikiApi, criteria: readonly Criterion[]): Promise<Result<Asked>> {
  const site = await readSiteInfo(wiki);
  if (!site.ok) return site;
  const checked = await resolveCriteria(wiki, criteria, site.value);
  if (!checked.ok) return checked;
  let pageid: number | undefined;
  let trouble: WikiError | null = null;
  for (const { list, params } of listsOf(checked.value)) {
    const answer = await wiki.query({ list, ...one(params) });
    if (!answer.ok && lasts(answer.error)) return unusable(wiki, answer.error);
    if (!answer.ok) {
      trouble = answer.error;
      // A person waits: one failure is enough.
      break;
    }
    pageid ??= parseList(answer.value.query, list)[0]?.pageid;
  }
  const read = pageid === undefined ? null : await readPages(wiki, [pageid]);
  if (read?.ok === false && lasts(read.error)) return unusable(wiki, read.error);
  trouble ??= read?.ok === false ? read.error : null;
  const missing = trouble === null ? await missingOf(wiki, checked.value) : [];
  return fine({ site: site.value, criteria: checked.value, missing, trouble });
}

/** A category without a page of its own is there if anything is in it. */
async function missingOf(wiki: WikiApi, criteria: readonly Criterion[]): Promise<readonly string[]> {
  const named = criteria.filter(({ kind }) => kind !== "namespace" && kind !== "wikidata-property");
  const missing: string[] = [];
  for (const question of questionsFor(pagesNamed(named.map(({ value }) => value)))) {
    const found = await findPages(wiki, { ...question, prop: "categoryinfo" });
    if (!found.ok) break;
    missing.push(...found.value.missing);
  }
  return missing;
}

const lasts = ({ kind }: WikiError): boolean => kind === "refused" || kind === "denied";

/** Parameters with a limit of one row, which is enough to see that the wiki answers. */
const one = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value === "max" ? "1" : value]));

/** One list of each kind that the criteria need. */
function listsOf(criteria: readonly Criterion[]): ListRequest[] {
  const first = (kind: Criterion["kind"]) =>
    criteria.find((criterion) => criterion.kind === kind && criterion.effect === "include")?.value;
  const [namespace, category, template] = [first("namespace"), first("category"), first("template")];
  const isDefault = !criteria.some(({ effect }) => effect === "include");
  return [
    ...(namespace !== undefined || isDefault ? [allPages(Number(namespace ?? 0))] : []),
    ...(category === undefined ? [] : [categoryMembers(category)]),
    ...(template === undefined ? [] : [transclusions(template)]),
  ];
}

/** The warnings to an operator who added or changed a wiki. */
export function warningsOf(wiki: string, { trouble, missing }: Pick<Asked, "trouble" | "missing">): string[] {
  const warnings: string[] = [];
  if (trouble !== null)
    warnings.push(
      `its pages cannot be read at the moment: ${trouble.message}; the feeder tries again, weboid wiki show ${wiki} shows its state`,
    );
  if (missing.length > 0)
    warnings.push(
      `its criteria name what the wiki does not have: ${missing.join(", ")}; check how they are written there. They are stored, as they may come`,
    );
  return warnings;
}

const unusable = ({ api }: WikiApi, { message }: WikiError) =>
  failed({ kind: "refused", message: `${api} cannot be used: ${message}` });

const PAGE_BYTES_MAX = 4 * 1024 * 1024;
/** Characters of a page that are searched; a skin's scripts may stand before the link. */
const HEAD_CHARS_MAX = 200_000;
const REDIRECTS_MAX = 5;

/**
 * The address of a wiki's api.php. `address` is that itself, or any page of the wiki, which names it in
 * `<link rel="EditURI">`; only on the page's own host, as a page must not direct us elsewhere. Where none is found,
 * `address` as it is: asking there shows what is wrong.
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

/** The api.php that a page names; null: none on its own host. Pure. */
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
