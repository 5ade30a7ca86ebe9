import { eq, sql } from "drizzle-orm";
import type { Day } from "../../shared/calendar/day.ts";
import { encodeInterwikis, type InterwikiMap } from "../../shared/interwiki/map.ts";
import type { StoredNamespace } from "../../shared/interwiki/stored-titles.ts";
import type { Database } from "../connect.ts";
import { wikiSite } from "../schema/index.ts";
import { storable } from "../text.ts";
import type { WikiId } from "../types.ts";

/** What a wiki calls its namespaces; none: it has not been asked yet. */
export async function findNamespaces({ orm }: Database, wiki: WikiId): Promise<readonly StoredNamespace[]> {
  const [row] = await orm
    .select({ namespaces: wikiSite.namespaces })
    .from(wikiSite)
    .where(eq(wikiSite.wikiId, wiki));
  return row?.namespaces ?? [];
}

/** Interwiki links as `encodeInterwikis` writes them, how many pages it has, and the day on which the wiki last said so; null: it has not been asked yet. */
export async function findSite({ orm }: Database, wiki: WikiId) {
  const [row] = await orm
    .select({ interwikis: wikiSite.interwikis, pages: wikiSite.pages, day: wikiSite.readDay })
    .from(wikiSite)
    .where(eq(wikiSite.wikiId, wiki));
  return row ?? null;
}

/** What a wiki says of itself, as far as it is kept. */
interface KnownSite {
  readonly interwikis: InterwikiMap;
  readonly namespaces: readonly StoredNamespace[];
  /** How many it has; null: it does not say. */
  readonly pages: number | null;
}

/** What the wiki said before holds today, too. */
export async function keepSite({ orm }: Database, wiki: WikiId, today: Day): Promise<void> {
  await orm.update(wikiSite).set({ readDay: today }).where(eq(wikiSite.wikiId, wiki));
}

/** What a wiki said today of its interwiki links (U7), its namespaces (Q1) and its size. */
export async function storeSite({ orm }: Database, wiki: WikiId, site: KnownSite, today: Day): Promise<void> {
  const said = {
    interwikis: storable(encodeInterwikis(site.interwikis)),
    namespaces: site.namespaces,
    pages: site.pages,
    readDay: today,
  };
  await orm
    .insert(wikiSite)
    .values({ wikiId: wiki, ...said })
    .onConflictDoUpdate({
      target: wikiSite.wikiId,
      set: {
        ...said,
        edition: sql`${wikiSite.edition} + (${wikiSite.interwikis} <> ${said.interwikis})::int`,
      },
    });
}
