import type { StoredNamespace } from "../../../shared/criteria/stored-titles.ts";
import type { Database } from "../../connect.ts";
import type { WikiId } from "../../types.ts";

/** What a wiki calls its namespaces; none: it has not been asked yet. */
export async function findNamespaces({ sql }: Database, wiki: WikiId): Promise<readonly StoredNamespace[]> {
  const [row] = await sql<{ namespaces: StoredNamespace[] }[]>`
    select namespaces from wiki_site where wiki_id = ${wiki}`;
  return row?.namespaces ?? [];
}
