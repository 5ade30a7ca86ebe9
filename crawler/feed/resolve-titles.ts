import { z } from "zod";
import type { Criterion } from "../../db/types.ts";
import { titleOf } from "../../shared/interwiki/stored-titles.ts";
import { CATEGORY, checkCriteria, type Namespaces } from "./check-criteria.ts";
import { pieces } from "./single-pages.ts";
import type { Result, Wiki } from "./wiki.ts";

interface Spelling {
  readonly title: string;
  readonly namespace: number;
}

const normalised = z.array(z.object({ from: z.string(), to: z.string().max(500) })).catch([]);
const rows = z.array(z.object({ ns: z.number().int(), title: z.string() }).nullable().catch(null)).catch([]);

/**
 * Criteria as they are stored, their titles in the wiki's own spelling: case of the first letter, names and aliases of
 * namespaces. Everything but the wiki's lists compares titles letter by letter. Where the wiki does not say, they stay
 * as they are until it is asked who it is again.
 */
export async function resolveCriteria(
  wiki: Wiki,
  given: readonly Criterion[],
  site: Namespaces,
): Promise<Result<readonly Criterion[]>> {
  const checked = checkCriteria(given, site, wiki.api);
  if (!checked.ok) return checked;
  const told = await spellings(wiki, [...new Set(given.flatMap((one) => titlesOf(one, site, wiki.api)))]);
  if (told === null) return checked;
  const spelt = given.map((one) => ({ ...one, value: spell(one, titlesOf(one, site, wiki.api), told) }));
  const again = checkCriteria(spelt, site, wiki.api);
  // A contradiction that only the wiki's spelling shows is one; that titles cannot be is the wiki's mistake.
  return again.ok || spelt.every(({ value }) => titleOf(value) !== null) ? again : checked;
}

/** As typed, and as it is meant without a namespace. */
function titlesOf(criterion: Criterion, site: Namespaces, api: string): string[] {
  const { kind, value } = criterion;
  if (kind === "namespace" || kind === "wikidata-property" || (kind === "page" && value.startsWith("#")))
    return [];
  const typed = titleOf(value);
  if (typed === null) return [];
  const meant = checkCriteria([criterion], site, api);
  return [typed, meant.ok ? (meant.value[0]?.value ?? typed) : typed];
}

function spell(
  { kind, value }: Criterion,
  [typed = value, meant = value]: readonly string[],
  told: ReadonlyMap<string, Spelling>,
): string {
  const [asTyped, asMeant] = [told.get(typed), told.get(meant)];
  const prefixed =
    (kind === "category" && asTyped?.namespace === CATEGORY) ||
    (kind === "template" && asTyped !== undefined && asTyped.namespace !== 0);
  return (prefixed ? asTyped : asMeant)?.title ?? (typed === "" ? value : meant);
}

/** By the title asked for; null: the wiki does not say. */
async function spellings(
  wiki: Wiki,
  titles: readonly string[],
): Promise<ReadonlyMap<string, Spelling> | null> {
  const told = new Map<string, Spelling>();
  for (const some of pieces(titles)) {
    const answer = await wiki.query({ titles: some.join("|") });
    if (!answer.ok) return null;
    const { query } = answer.value;
    const to = new Map(normalised.parse(query.normalized).map((one) => [one.from, one.to]));
    const namespaces = new Map(rows.parse(query.pages).flatMap((row) => (row ? [[row.title, row.ns]] : [])));
    for (const asked of some) {
      const title = to.get(asked) ?? asked;
      const namespace = namespaces.get(title);
      if (namespace !== undefined) told.set(asked, { title, namespace });
    }
  }
  return told;
}
