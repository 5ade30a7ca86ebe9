import type { Criterion } from "../../../db/types.ts";
import { WorkError } from "../../runtime/errors.ts";
import { IdSet } from "../../runtime/id-set.ts";
import { includedByName, isNamed, selectionOf } from "../criteria/selection.ts";
import { type DumpPage, isWikitext, type TableName } from "./tables.ts";

/** Which pages of a dump are watched (M2), from its tables alone. */
export interface DumpSelection {
  /** Tables beside `page` and `externallinks` that the criteria need. */
  readonly needs: readonly TableName[];
  /** Whether the names of namespaces are needed. */
  readonly needsNames: boolean;
  readonly linktarget: (id: number, namespace: number, title: string) => void;
  readonly categorylinks: (pageid: number, title: string | null, target: number) => void;
  /** Whether a page is watched; called after the two others got all of their rows. */
  readonly watched: (page: DumpPage, title: string) => boolean;
}

const CATEGORY_NAMESPACE = 14;

export function dumpSelection(wiki: string, given: readonly Criterion[]): DumpSelection {
  const foreign = given.find(
    ({ kind, depth = 0 }) => kind === "template" || kind === "wikidata-property" || depth > 0,
  );
  if (foreign !== undefined)
    throw new WorkError(
      `criterion ${foreign.kind} ${foreign.value} ${foreign.kind === "category" ? "with its subcategories " : ""}cannot be decided from dumps: leave it out (weboid wiki set ${wiki}), or feed without --from-dump`,
    );
  const selection = selectionOf(given);
  const { included, excluded } = selection;
  const categories = new Set(included.categories.map(dbKey));
  const notCategories = new Set(excluded.categories.map(dbKey));
  const [members, strangers] = [new IdSet(), new IdSet()];
  const targets = new Map<number, string>();
  const inCategories = categories.size + notCategories.size > 0;
  const mainOnly = selection.include.every(({ name }) => name === "namespace:0");
  const titles = included.titles.size + excluded.titles.size > 0;

  return {
    needs: inCategories ? ["categorylinks"] : [],
    needsNames: !mainOnly || titles,
    linktarget(id, namespace, title) {
      if (namespace === CATEGORY_NAMESPACE && (categories.has(title) || notCategories.has(title)))
        targets.set(id, title);
    },
    categorylinks(pageid, title, target) {
      const name = title ?? targets.get(target);
      if (name === undefined) return;
      if (categories.has(name)) members.add(pageid);
      if (notCategories.has(name)) strangers.add(pageid);
    },
    watched(page, title) {
      const { pageid, namespace } = page;
      if (namespace < 0 || selection.namespacesExcluded.has(namespace)) return false;
      const named = { pageid, namespace, title };
      if (strangers.has(pageid) || isNamed(excluded, named)) return false;
      // Subcategories do not count as pages of a category.
      const member = members.has(pageid) && namespace !== CATEGORY_NAMESPACE;
      return (member || includedByName(selection, named)) && isWikitext(page);
    },
  };
}

/** A category's name as the wiki's database has it: `Kategorie:Alle Meine` becomes `Alle_Meine`. */
const dbKey = (title: string): string =>
  title
    .slice(title.indexOf(":") + 1)
    .trim()
    .replaceAll(" ", "_");
