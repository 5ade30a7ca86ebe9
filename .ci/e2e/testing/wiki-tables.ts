import { Database } from "bun:sqlite";

interface WikiPage {
  readonly pageid: number;
  readonly namespace: number;
  /** Without its namespace, with spaces. */
  readonly name: string;
  readonly wikitext: boolean;
}

/** What MediaWiki itself has in its tables (1.39, SQLite); nothing here comes by way of its API. */
export interface WikiTables {
  readonly pages: readonly WikiPage[];
  /** externallinks, by page id. */
  readonly external: ReadonlyMap<number, readonly string[]>;
  /** iwlinks to wikis and sites that are not flagged local (U7), as addresses, by page id. */
  readonly interwiki: ReadonlyMap<number, readonly string[]>;
  /** Page ids that stand in this category itself, subcategories left out. */
  inCategory(name: string): number[];
  /** Names of the categories at most `depth` levels below, with the category itself. */
  tree(name: string, depth: number): string[];
  /** Page ids that use this template, by way of another one, too. */
  using(template: string): number[];
}

interface UseRow {
  readonly page: number;
  readonly to: string;
}

const spaced = (title: string): string => title.replaceAll("_", " ");
const underscored = (title: string): string => title.replaceAll(" ", "_");

/** As MediaWiki's wfUrlencode, where it matters here. */
const encoded = (title: string): string =>
  encodeURIComponent(title).replace(/%(?:3B|40|24|2C|2F|3A)/g, decodeURIComponent);

function byPage(rows: readonly UseRow[]): Map<number, string[]> {
  return new Map(
    [...Map.groupBy(rows, ({ page }) => page)].map(([page, uses]) => [page, uses.map(({ to }) => to)]),
  );
}

/** Reads the tables as they are now. */
export function readWikiTables(file: string): WikiTables {
  const db = new Database(file, { readonly: true });
  const all = <Row>(sql: string, ...values: string[]): Row[] =>
    db.query(sql).all(...values) as unknown as Row[];
  try {
    const pages = all<{ id: number; ns: number; title: string; model: string | null }>(
      "select page_id id, page_namespace ns, page_title title, page_content_model model from page order by 1",
    ).map(({ id, ns, title, model }) => ({
      pageid: id,
      namespace: ns,
      name: spaced(title),
      wikitext: model === null || model === "wikitext",
    }));
    const external = byPage(all<UseRow>("select el_from page, el_to 'to' from externallinks order by el_id"));
    const interwiki = byPage(
      all<{ page: number; url: string; title: string }>(
        `select iwl_from page, iw_url url, iwl_title title from iwlinks
         join interwiki on iw_prefix = iwl_prefix where iw_local = 0`,
      ).map(({ page, url, title }) => ({ page, to: url.replace("$1", () => encoded(title)) })),
    );
    const members = Map.groupBy(
      all<{ page: number; category: string; type: string; title: string }>(
        `select cl_from page, cl_to category, cl_type type, page_title title
         from categorylinks join page on page_id = cl_from`,
      ),
      ({ category }) => category,
    );
    const templates = Map.groupBy(
      all<{ page: number; template: string }>(
        `select tl_from page, lt_title template from templatelinks join linktarget on lt_id = tl_target_id
         where lt_namespace = 10`,
      ),
      ({ template }) => template,
    );
    return {
      pages,
      external,
      interwiki,
      inCategory: (name) =>
        (members.get(underscored(name)) ?? [])
          .filter(({ type }) => type !== "subcat")
          .map(({ page }) => page),
      tree(name, depth) {
        const found = new Set([underscored(name)]);
        let level = [...found];
        for (let deeper = 0; deeper < depth; deeper += 1) {
          const below = level.flatMap((category) =>
            (members.get(category) ?? []).filter(({ type }) => type === "subcat").map(({ title }) => title),
          );
          level = below.filter((category) => !found.has(category));
          for (const category of level) found.add(category);
        }
        return [...found].map(spaced);
      },
      using: (template) => (templates.get(underscored(template)) ?? []).map(({ page }) => page),
    };
  } finally {
    db.close();
  }
}
