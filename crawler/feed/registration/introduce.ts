import type { Criterion } from "../../../db/types.ts";
import { listCriteria, setCriteria } from "../../../db/wikis/criteria.ts";
import { findSite, storeSite } from "../../../db/wikis/sites.ts";
import { lockConfig, updateWiki, type Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import { decodeInterwikis, type InterwikiMap } from "../../../shared/interwiki/map.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { readSiteInfo, type SiteInfo } from "../api/site-info.ts";
import { failed, fine, type Result, type Wiki } from "../api/wiki.ts";
import { resolveCriteria } from "../criteria/check.ts";

export interface Introduced {
  readonly row: WikiRow;
  readonly interwikis: InterwikiMap;
}

/**
 * Asks a wiki who it is, once a day: what its interwiki links mean (U7), and of one that came from a site matrix
 * whether it is the one meant, before anything is read of it. Answers why it cannot be used, otherwise.
 */
export async function introduce(
  { db, clock, log }: Pick<RoleContext, "db" | "clock" | "log">,
  row: WikiRow,
  wiki: Wiki,
): Promise<Result<Introduced>> {
  const unasked = row.feed.unasked === true;
  const today = clock.today();
  const known = unasked ? null : await findSite(db, row.id);
  if (known?.day === today) return fine({ row, interwikis: decodeInterwikis(known.interwikis) });
  const site = await readSiteInfo(wiki);
  if (!site.ok) {
    // It may be readable though it tells nothing of itself any more.
    if (known === null || !["refused", "broken", "not-mediawiki"].includes(site.error.kind)) return site;
    log.warn(`${site.error.message}; going on with the interwiki map of before`);
    return fine({ row, interwikis: decodeInterwikis(known.interwikis) });
  }
  const asked = unasked ? await acknowledge(db, row, site.value) : fine(row);
  if (!asked.ok) return asked;
  const respelt = await respell(db, asked.value, wiki, site.value);
  await storeSite(db, row.id, site.value, today);
  return fine({ row: respelt, interwikis: site.value.interwikis });
}

/** Titles of criteria as the wiki spells them by now; where that changes something, its lists are read anew. */
async function respell(db: RoleContext["db"], row: WikiRow, wiki: Wiki, site: SiteInfo): Promise<WikiRow> {
  const before = await listCriteria(db, row.id);
  // A namespace that is gone refuses the criteria; the lists tell.
  const after = await resolveCriteria(wiki, before, site);
  if (!after.ok || same(before, after.value)) return row;
  return db.transaction(async (tx) => {
    await lockConfig(tx);
    // Somebody else has set others meanwhile.
    if (!same(before, await listCriteria(tx, row.id))) return row;
    await setCriteria(tx, row.id, after.value);
    await updateWiki(tx, row.id, { fullDueMs: 0 });
    return { ...row, fullDueMs: 0 };
  });
}

const same = (one: readonly Criterion[], other: readonly Criterion[]): boolean =>
  JSON.stringify(one.map(partsOf)) === JSON.stringify(other.map(partsOf));

const partsOf = ({ effect, kind, value, depth = 0 }: Criterion) => [effect, kind, value, depth];

async function acknowledge(
  db: RoleContext["db"],
  row: WikiRow,
  { server, articleUrl, lang, siteName, dbname }: SiteInfo,
): Promise<Result<WikiRow>> {
  if (dbname !== row.dbname)
    return failed({
      kind: "refused",
      message: `${row.api} calls itself ${dbname} and not ${row.dbname}, as the site matrix has it; correct its address by: weboid wiki set ${row.name} --api URL, or leave it out by --pause`,
    });
  const { unasked: _, ...feed } = row.feed;
  const details = { server, articleUrl, lang, siteName, feed };
  await updateWiki(db, row.id, details);
  return fine({ ...row, ...details });
}
