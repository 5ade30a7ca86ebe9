import type { Criterion } from "../../db/types.ts";
import { isPageNumber, isProperty, titleOf } from "../../shared/interwiki/stored-titles.ts";
import type { SiteInfo } from "./siteinfo.ts";
import { failed, fine, type Result } from "./wiki.ts";

export interface Namespaces {
  readonly namespaces: readonly Pick<SiteInfo["namespaces"][number], "id" | "name" | "canonical">[];
}

const TEMPLATE = 10;
export const CATEGORY = 14;

/**
 * Criteria as they are stored: namespaces that exist, titles with the namespace that people leave out and in one
 * spelling. Titles that cannot be, and contradictions, are refused; whether a title exists is asked when it is read.
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

/** null: it cannot be. */
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

/** With the namespace's name in English, which every wiki knows; templates may stand in any namespace. */
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

function complaint({ kind, value }: Criterion, { namespaces }: Namespaces, api: string): string {
  if (kind === "namespace") {
    const known = namespaces.map(({ id, name }) => (id === 0 ? "0 (main)" : `${id} (${name})`)).join(", ");
    return `${api} has no namespace ${value}; it has ${known}`;
  }
  if (kind === "wikidata-property") return `${value} is no property; give it as P31 or P31=Q5`;
  return `${kind} ${value} cannot be a title; give it as the wiki shows it${kind === "page" ? ", or # and its page id" : ""}`;
}
