import type { Criterion } from "../../../db/types.ts";
import { listCriteria, setCriteria } from "../../../db/wikis/criteria.ts";
import { findSite, keepSite, storeSite } from "../../../db/wikis/sites.ts";
import { lockConfig, updateWiki, type Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import { decodeInterwikis, type InterwikiMap } from "../../../shared/interwiki/map.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { STOPPED, type WikiError } from "../api/answer.ts";
import { readSiteInfo, type SiteInfo } from "../api/site-info.ts";
import { failed, fine, type Result, type WikiApi } from "../api/wiki.ts";
import { resolveCriteria } from "../criteria/check.ts";

/** A wiki that has said what it is. */
export interface Identified {
  readonly row: WikiRow;
  readonly interwikis: InterwikiMap;
}

/**
 * Asks a wiki what it is, once a day: what its interwiki links mean (U7), and whether it is the one that was read before or,
 * for one that came from a site matrix, the one meant, before anything of it is read. The error says why it cannot be used.
 */
export async function identify(
  { db, clock, log }: Pick<RoleContext, "db" | "clock" | "log">,
  row: WikiRow,
  wiki: WikiApi,
): Promise<Result<Identified>> {
  const unasked = row.feed.unasked === true;
  const today = clock.today();
  const known = unasked ? null : await findSite(db, row.id);
  if (known?.day === today) return fine({ row, interwikis: decodeInterwikis(known.interwikis) });
  const site = await readSiteInfo(wiki);
  if (!site.ok) {
    // It may be readable though it says nothing about itself any more.
    if (known === null || !isSilence(site.error)) return site;
    log.warn(
      `${site.error.message}; continuing until tomorrow with the interwiki map from before`,
      "wiki-error",
    );
    await keepSite(db, row.id, today);
    return fine({ row, interwikis: decodeInterwikis(known.interwikis) });
  }
  const confirmed = await (unasked ? confirm(db, row, site.value) : recognise({ db, log }, row, site.value));
  if (!confirmed.ok) return confirmed;
  const respelt = await respell(db, confirmed.value, wiki, site.value);
  await storeSite(db, row.id, site.value, today);
  return fine({ row: respelt, interwikis: site.value.interwikis });
}

/** What a wiki may answer that can be read all the same, and says nothing about itself. */
const isSilence = ({ kind }: WikiError): boolean => ["refused", "broken", "not-mediawiki"].includes(kind);

/**
 * Asks a wiki again, however lately it was asked, whether it is the one that was read before: where pages are about to be
 * taken for deleted. Null: it is, or does not say.
 */
export async function refuseStranger(row: WikiRow, wiki: WikiApi): Promise<WikiError | null> {
  const site = await readSiteInfo(wiki);
  if (site.ok) return strangerAt(row, site.value);
  return isSilence(site.error) ? null : site.error;
}

/** Stores titles of criteria as the wiki spells them now; where that changes something, its lists are due at once. */
async function respell(db: RoleContext["db"], row: WikiRow, wiki: WikiApi, site: SiteInfo): Promise<WikiRow> {
  const before = await listCriteria(db, row.id);
  // A namespace that is gone makes the criteria invalid; the lists have the error.
  const after = await resolveCriteria(wiki, before, site);
  if (!after.ok || same(before, after.value)) return row;
  return db.transaction(async (tx) => {
    await lockConfig(tx);
    // Other criteria were set meanwhile.
    if (!same(before, await listCriteria(tx, row.id))) return row;
    await setCriteria(tx, row.id, after.value);
    await updateWiki(tx, row.id, { fullDueMs: 0 });
    return { ...row, fullDueMs: 0 };
  });
}

const same = (one: readonly Criterion[], other: readonly Criterion[]): boolean =>
  JSON.stringify(one.map(partsOf)) === JSON.stringify(other.map(partsOf));

const partsOf = ({ effect, kind, value, depth = 0 }: Criterion) => [effect, kind, value, depth];

/** Stores what a wiki of a site matrix says about itself, if it is the one meant. */
async function confirm(
  db: RoleContext["db"],
  row: WikiRow,
  { server, articleUrl, lang, siteName, dbname }: SiteInfo,
): Promise<Result<WikiRow>> {
  if (dbname !== row.dbname)
    return failed({
      kind: "refused",
      message: `${row.api} calls itself ${dbname} and not ${row.dbname}, as the site matrix has it; correct its address by: weboid wiki set ${row.name} --api URL, or leave it out by --pause`,
    });
  const feed = { unasked: undefined, wikiid: dbname };
  return learn(db, row, { server, articleUrl, lang, siteName, feed });
}

/** The error for another wiki at a wiki's address than was read there before; null: it is the same, or was never asked. */
export function strangerAt(
  { name, api, feed: { wikiid } }: Pick<WikiRow, "name" | "api" | "feed">,
  { dbname }: Pick<SiteInfo, "dbname">,
): WikiError | null {
  if (typeof wikiid !== "string" || wikiid === dbname) return null;
  const message = `${api} calls itself ${dbname}, and not ${wikiid} as before; nothing is read there, as all pages of ${wikiid} would count as deleted. If this is the same wiki, confirm it by: ${confirmation({ name, api })}, else correct its address so, or leave it out by --pause`;
  return { kind: "refused", message, quietSeconds: 0 };
}

const confirmation = ({ name, api }: Pick<WikiRow, "name" | "api">) => `weboid wiki set ${name} --api ${api}`;

/** Whether a wiki says that its pages are on the hosts on which they were. */
export const isAtHome = (row: Place, site: Place): boolean =>
  hostOf(site.server) === hostOf(row.server) && hostOf(site.articleUrl) === hostOf(row.articleUrl);

type Place = Pick<SiteInfo, "server" | "articleUrl">;

const hostOf = (url: string): string | undefined => URL.parse(url)?.host;

/**
 * Compares what a wiki says about itself with what it said before. Another wiki at its address would make every page look
 * deleted. New addresses of its pages are taken where they stay on their hosts; others have to be confirmed.
 */
async function recognise(
  { db, log }: Pick<RoleContext, "db" | "log">,
  row: WikiRow,
  site: SiteInfo,
): Promise<Result<WikiRow>> {
  const stranger = strangerAt(row, site);
  if (stranger !== null) return failed(stranger);
  const { server, articleUrl, dbname } = site;
  const stays = isAtHome(row, site);
  if (!stays)
    log.warn(
      `${row.name} says that its pages are at ${articleUrl} on ${server} now; if that is so, confirm it by: ${confirmation(row)}`,
      "wiki-oddity",
    );
  const moved = stays && (server !== row.server || articleUrl !== row.articleUrl);
  if (!moved && row.feed.wikiid === dbname) return fine(row);
  return learn(db, row, { feed: { wikiid: dbname }, ...(moved && { server, articleUrl }) });
}

/** Stores what a wiki said at its address; `stopped`: somebody gave it another one meanwhile, and confirmed that. */
async function learn(
  db: RoleContext["db"],
  row: WikiRow,
  said: Pick<WikiRow, "feed"> & Partial<Pick<WikiRow, "server" | "articleUrl" | "lang" | "siteName">>,
): Promise<Result<WikiRow>> {
  if (!(await updateWiki(db, row.id, said, row))) return failed(STOPPED);
  return fine({ ...row, ...said, feed: { ...row.feed, ...said.feed } });
}
