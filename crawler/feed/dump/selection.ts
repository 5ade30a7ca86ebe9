import type { Criterion } from "../../../db/types.ts";
import { WorkError } from "../../runtime/errors.ts";
import { PageSet } from "./page-set.ts";
import { type DumpPage, isWikitext, type TableName } from "./tables.ts";

/** Which pages of a dump are to be watched (M2), from its tables alone. */
export interface DumpSelection {
  /** Tables beside `page` and `externallinks` that the criteria need. */
  readonly needs: readonly TableName[];
  /** Titles need the names of namespaces. */
  readonly needsNames: boolean;
  readonly linktarget: (id: number, namespace: number, title: string) => void;
  readonly categorylinks: (pageid: number, title: string | null, target: number) => void;
  /** After the two others were told all of their rows. */
  readonly watched: (page: DumpPage, title: string) => boolean;
}

const CATEGORY_NAMESPACE = 14;

export function dumpSelection(wiki: string, given: readonly Criterion[]): DumpSelection {
  const included = given.some(({ effect }) => effect === "include");
  const criteria: readonly Criterion[] = included
    ? given
    : [{ effect: "include", kind: "namespace", value: "0" }, ...given];
  const foreign = criteria.find(({ kind }) => kind === "template" || kind === "wikidata-property");
  if (foreign !== undefined)
    throw new WorkError(
      `criterion ${foreign.kind} ${foreign.value} cannot be told from dumps: leave it out (weboid wiki set ${wiki}), or feed without --from-dump`,
    );
  const values = (effect: Criterion["effect"], kind: Criterion["kind"]) =>
    criteria.filter((one) => one.effect === effect && one.kind === kind).map(({ value }) => value);
  const namespaces = new Set(values("include", "namespace").map(Number));
  const without = new Set(values("exclude", "namespace").map(Number));
  const pages = new Set(values("include", "page"));
  const notPages = new Set(values("exclude", "page"));
  const categories = new Set(values("include", "category").map(dbKey));
  const notCategories = new Set(values("exclude", "category").map(dbKey));
  const [members, strangers] = [new PageSet(), new PageSet()];
  const targets = new Map<number, string>();
  const inCategories = categories.size + notCategories.size > 0;
  const onlyMain = [...namespaces].every((namespace) => namespace === 0) && categories.size === 0;

  return {
    needs: inCategories ? ["categorylinks"] : [],
    needsNames: !onlyMain || pages.size + notPages.size > 0,
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
      if (namespace < 0 || without.has(namespace) || strangers.has(pageid) || notPages.has(title))
        return false;
      return (namespaces.has(namespace) || members.has(pageid) || pages.has(title)) && isWikitext(page);
    },
  };
}

/** `Kategorie:Alle Meine` as the wiki's database has it: `Alle_Meine`. */
const dbKey = (title: string): string =>
  title
    .slice(title.indexOf(":") + 1)
    .trim()
    .replaceAll(" ", "_");
