import { z } from "zod";
import type { Criterion } from "../../../db/types.ts";
import { isPageNumber, isProperty, titleOf } from "../../../shared/interwiki/stored-titles.ts";
import type { SiteInfo } from "../api/site-info.ts";
import { failed, fine, portions, type Result, rowsOf, type WikiApi } from "../api/wiki.ts";

export interface Namespaces {
  readonly namespaces: readonly Pick<SiteInfo["namespaces"][number], "id" | "name" | "canonical">[];
}

const TEMPLATE = 10;
const CATEGORY = 14;

/**
 * Criteria as they are stored: namespaces that exist, titles with the namespace that people leave out and in one
 * spelling. Impossible titles and contradictions are refused; one that does not exist (ask-wiki.ts) may come later.
 */
export function checkCriteria(
  criteria: readonly Criterion[],
  site: Namespaces,
  api: string,
): Result<readonly Criterion[]> {
  const checked = new Map<string, Criterion>();
  for (const criterion of criteria) {
    const value = stored(criterion, site);
    if (value === null) return refused(complaint(criterion, site, api));
    const key = `${criterion.kind} ${value}`;
    const before = checked.get(key);
    if (before !== undefined && before.effect !== criterion.effect)
      return refused(`${key} is both included and excluded; leave one of them out`);
    checked.set(key, { ...criterion, value });
  }
  return fine([...checked.values()]);
}

const refused = (message: string) => failed({ kind: "refused", message });

/** The value as it is stored; null: it cannot be one. */
function stored({ kind, value }: Criterion, { namespaces }: Namespaces): string | null {
  switch (kind) {
    case "namespace":
      return namespaces.some(({ id }) => String(id) === value) ? value : null;
    case "category":
      return titleIn(CATEGORY, "Category", value, namespaces);
    case "template":
      return titleIn(TEMPLATE, "Template", value, namespaces);
    case "wikidata-property":
      return isProperty(value) ? value.replace(/^p/, "P").replace(/=q(?=[0-9]+$)/, "=Q") : null;
    case "page":
      return isPageNumber(value) ? `#${Number(value.slice(1))}` : titleOf(value);
  }
}

/** A title with its namespace's name in English, which every wiki knows; templates may be in any namespace. */
function titleIn(
  namespace: number,
  english: string,
  text: string,
  namespaces: Namespaces["namespaces"],
): string | null {
  const title = titleOf(text);
  if (title === null) return null;
  const [, prefix, rest = ""] = /^([^:]*):(.*)$/.exec(title) ?? [];
  const name = prefix?.trim().toLowerCase();
  const known = namespaces.find(
    (one) =>
      name !== undefined && name !== "" && [one.name, one.canonical].some((is) => is?.toLowerCase() === name),
  );
  if (known?.id === namespace || name === english.toLowerCase()) return `${english}:${rest.trim()}`;
  return namespace === TEMPLATE && known !== undefined ? title : `${english}:${title}`;
}

/** The message for a value that cannot be one. */
function complaint({ kind, value }: Criterion, { namespaces }: Namespaces, api: string): string {
  if (kind === "namespace") {
    const known = namespaces.map(({ id, name }) => (id === 0 ? "0 (main)" : `${id} (${name})`)).join(", ");
    return `${api} has no namespace ${value}; it has ${known}`;
  }
  if (kind === "wikidata-property") return `${value} is no property; give it as P31 or P31=Q5`;
  return `${kind} ${value} cannot be a title; give it as the wiki shows it${kind === "page" ? ", or # and its page id" : ""}`;
}

interface Spelling {
  readonly title: string;
  readonly namespace: number;
}

const normalisation = z.object({ from: z.string(), to: z.string().max(500) });
const titleRow = z.object({ ns: z.number().int(), title: z.string() });

/**
 * Criteria as they are stored, their titles in the wiki's own spelling: case of the first letter, names and aliases of
 * namespaces. Everything but the wiki's lists compares titles letter by letter. Where the wiki does not answer, they stay
 * as they are until it is identified again.
 */
export async function resolveCriteria(
  wiki: WikiApi,
  given: readonly Criterion[],
  site: Namespaces,
): Promise<Result<readonly Criterion[]>> {
  const checked = checkCriteria(given, site, wiki.api);
  if (!checked.ok) return checked;
  const titles = given.map((one) => titlesOf(one, site, wiki.api));
  const known = await spellings(wiki, [...new Set(titles.flat())]);
  if (known === null) return checked;
  const spelt = given.map((one, at) => ({ ...one, value: spell(one, titles[at] ?? [], known) }));
  const again = checkCriteria(spelt, site, wiki.api);
  // A contradiction that only the wiki's spelling shows counts; an impossible title is the wiki's mistake.
  return again.ok || spelt.every(({ value }) => titleOf(value) !== null) ? again : checked;
}

/** A criterion's title as typed, and with the namespace that was left out. */
function titlesOf(criterion: Criterion, site: Namespaces, api: string): string[] {
  const { kind, value } = criterion;
  if (kind === "namespace" || kind === "wikidata-property" || (kind === "page" && value.startsWith("#")))
    return [];
  const typed = titleOf(value);
  if (typed === null) return [];
  const meant = checkCriteria([criterion], site, api);
  return [typed, meant.ok ? (meant.value[0]?.value ?? typed) : typed];
}

/** The value of a criterion in the wiki's spelling. */
function spell(
  { kind, value }: Criterion,
  [typed = value, meant = value]: readonly string[],
  known: ReadonlyMap<string, Spelling>,
): string {
  const [asTyped, asMeant] = [known.get(typed), known.get(meant)];
  const prefixed =
    (kind === "category" && asTyped?.namespace === CATEGORY) ||
    (kind === "template" && asTyped !== undefined && asTyped.namespace !== 0);
  return (prefixed ? asTyped : asMeant)?.title ?? (typed === "" ? value : meant);
}

/** The wiki's spellings by the title asked for; null: it does not answer. */
async function spellings(
  wiki: WikiApi,
  titles: readonly string[],
): Promise<ReadonlyMap<string, Spelling> | null> {
  const found = new Map<string, Spelling>();
  for (const some of portions(titles)) {
    const answer = await wiki.query({ titles: some.join("|") });
    if (!answer.ok) return null;
    const { query } = answer.value;
    const to = new Map(rowsOf(normalisation, query.normalized)?.map((one) => [one.from, one.to]));
    const namespaces = new Map(rowsOf(titleRow, query.pages)?.map(({ title, ns }) => [title, ns]));
    for (const asked of some) {
      const title = to.get(asked) ?? asked;
      const namespace = namespaces.get(title);
      if (namespace !== undefined) found.set(asked, { title, namespace });
    }
  }
  return found;
}
