import type { RowReader, TableHead } from "./sql.ts";

/**
 * The host of an `el_to_domain_index` (MediaWiki 1.41 and later, LinkFilter): `https://org.wikipedia.en.:8080` is
 * `https://en.wikipedia.org:8080`, `http://V4.127.0.0.1.` is `http://127.0.0.1`, `http://V6.2001.DB8.0.0.0.0.0.1.` is
 * `http://[2001:DB8:0:0:0:0:0:1]`. What is no address of a host (`mailto:com.example.@user`) stays as it is: nobody
 * watches it (U1).
 */
export function hostOfIndex(index: string): string {
  const start = index.indexOf("//");
  if (start < 0) return index;
  const from = start + 2;
  const colon = index.indexOf(":", from);
  const end = colon < 0 ? index.length : colon;
  const host = index.slice(from, index[end - 1] === "." ? end - 1 : end);
  return index.slice(0, from) + forward(host) + index.slice(end);
}

function forward(host: string): string {
  if (host.startsWith("V4.")) return host.slice(3);
  if (host.startsWith("V6.")) return `[${host.slice(3).replaceAll(".", ":")}]`;
  return host.split(".").reverse().join(".");
}

/** The tables of MediaWiki that are read. Recognised by their columns, as their names may have a prefix ($wgDBprefix). */
export const TABLES = ["page", "externallinks", "iwlinks", "categorylinks", "linktarget"] as const;
export type TableName = (typeof TABLES)[number];

export interface DumpPage {
  readonly pageid: number;
  readonly namespace: number;
  /** Without its namespace, with underscores: as the wiki's database has it. */
  readonly title: string;
  /** Content model; null: that of the namespace and title. */
  readonly model: string | null;
}

export interface RowTakers {
  readonly page: (page: DumpPage) => void;
  readonly externallinks: (pageid: number, url: string) => void;
  readonly iwlinks: (pageid: number, prefix: string, title: string) => void;
  /** Either `title` or `target` is known, by the layout. */
  readonly categorylinks: (pageid: number, title: string | null, target: number) => void;
  readonly linktarget: (id: number, namespace: number, title: string) => void;
}

/** Columns that every layout of a table has had. */
const COLUMNS: Readonly<Record<TableName, readonly string[]>> = {
  page: ["page_id", "page_namespace", "page_title"],
  externallinks: ["el_from"],
  iwlinks: ["iwl_from", "iwl_prefix", "iwl_title"],
  categorylinks: ["cl_from"],
  linktarget: ["lt_id", "lt_namespace", "lt_title"],
};

export function tableOf({ columns }: TableHead): TableName | null {
  return TABLES.find((table) => COLUMNS[table].every((column) => columns.includes(column))) ?? null;
}

type Values = readonly (string | null)[];

/** The reader of a table in the layout that it has; null: it lacks what is needed. */
export function readerOf(table: TableName, head: TableHead, take: RowTakers): RowReader | null {
  switch (table) {
    case "page":
      return reader(head, ["page_id", "page_namespace", "page_title"], ["page_content_model"], (row) =>
        take.page({
          pageid: Number(row[0]),
          namespace: Number(row[1]),
          title: row[2] ?? "",
          model: row[3] ?? null,
        }),
      );
    case "externallinks":
      return linkReader(head, take);
    case "iwlinks":
      return reader(head, COLUMNS.iwlinks, [], (row) =>
        take.iwlinks(Number(row[0]), row[1] ?? "", row[2] ?? ""),
      );
    case "categorylinks":
      // 1.45 names a category by its id in `linktarget`.
      if (head.columns.includes("cl_to"))
        return reader(head, ["cl_from", "cl_to"], [], (row) =>
          take.categorylinks(Number(row[0]), row[1] ?? "", 0),
        );
      return reader(head, ["cl_from", "cl_target_id"], [], (row) =>
        take.categorylinks(Number(row[0]), null, Number(row[1])),
      );
    case "linktarget":
      return reader(head, COLUMNS.linktarget, [], (row) =>
        take.linktarget(Number(row[0]), Number(row[1]), row[2] ?? ""),
      );
  }
}

/** Up to 1.39 `el_to`; from 1.41 on `el_to_domain_index` and `el_to_path`; both in between, where `el_to` may be empty. */
function linkReader(head: TableHead, take: RowTakers): RowReader | null {
  const old = head.columns.includes("el_to");
  if (!head.columns.includes("el_to_domain_index"))
    return reader(head, ["el_from", "el_to"], [], (row) => take.externallinks(Number(row[0]), row[1] ?? ""));
  const names = ["el_from", "el_to_domain_index", "el_to_path"];
  let lastIndex = "";
  let lastHost = "";
  return reader(head, names, old ? ["el_to"] : [], (row: Values) => {
    const given = row[3] ?? "";
    const index = row[1] ?? "";
    if (given === "" && index !== lastIndex) {
      lastIndex = index;
      lastHost = hostOfIndex(index);
    }
    take.externallinks(Number(row[0]), given === "" ? lastHost + (row[2] ?? "") : given);
  });
}

function reader(
  { columns }: TableHead,
  needed: readonly string[],
  optional: readonly string[],
  row: (values: Values) => void,
): RowReader | null {
  if (!needed.every((name) => columns.includes(name))) return null;
  const present = optional.filter((name) => columns.includes(name));
  return { wanted: [...needed, ...present].map((name) => columns.indexOf(name)), row };
}

/**
 * Whether a page is wikitext (M3). Without a stored model, which only old wikis lack, MediaWiki goes by namespace and
 * title: interface and user pages that end like scripts, and modules.
 */
export function isWikitext({ namespace, title, model }: DumpPage): boolean {
  if (model !== null && model !== "") return model === "wikitext";
  if (namespace === 8 || (namespace === 2 && title.includes("/")))
    return !/\.(?:js|css|json|vue)$/.test(title);
  return namespace !== 828 || title.endsWith("/doc");
}
