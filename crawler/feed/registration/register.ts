import { forgetModels } from "../../../db/pages/list-run.ts";
import type { Criterion } from "../../../db/types.ts";
import { setCriteria } from "../../../db/wikis/criteria.ts";
import { addFarm, type Farm, listFarms } from "../../../db/wikis/farms.ts";
import { recover } from "../../../db/wikis/server-leases.ts";
import { storeSite } from "../../../db/wikis/sites.ts";
import { addWiki, addWikis, findWiki, updateWiki, type Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import { endpointOf } from "../../../shared/url/endpoint.ts";
import { privateEndpoint } from "../../net/egress/connect.ts";
import type { Config } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { withRights } from "../api/client.ts";
import type { SiteInfo } from "../api/site-info.ts";
import { failed, fine, openWikiApi, type Result, type WikiClient } from "../api/wiki.ts";
import { type Asked, askWiki, discoverApi } from "./ask-wiki.ts";
import { isAtHome, strangerAt } from "./identify.ts";
import type { SiteMatrix } from "./site-matrix.ts";

/** The first code of other farms: 0 and 1 are wmflabs and WMF (M1). */
const FRIEND_CODE_MIN = 2;
/** Names that the command line, columns and keys of the store allow. */
const DBNAME = /^[A-Za-z0-9_-]{1,64}$/;
const FARM_CODE_MAX = 32_767;

export interface Registration {
  /** null: the wiki's own name for its database. */
  readonly dbname: string | null;
  /** Created if missing. */
  readonly farm: string;
  /** Address of its api.php, or of one of its pages. */
  readonly api: string;
  /** The operator gives `api` himself: its host and port may be private from now on. */
  readonly given: boolean;
  /** null: unchanged; for a new wiki none, which means the main namespace. */
  readonly criteria: readonly Criterion[] | null;
  /** A new wiki is not fed before it is resumed; without it, it is fed at once. */
  readonly paused?: boolean;
}

export interface Registered {
  readonly wiki: WikiRow;
  readonly added: boolean;
  readonly farmAdded: boolean;
  readonly site: SiteInfo;
  /** What failed for the moment; null: nothing did. */
  readonly trouble: Asked["trouble"];
  /** As in Asked. */
  readonly missing: Asked["missing"];
}

/**
 * Asks a wiki what it is, and adds it or updates its configuration (M2). A wiki that cannot be used is refused before
 * anything is written.
 */
export async function registerWiki(
  ctx: Pick<RoleContext, "db" | "signal" | "clock" | "config">,
  client: WikiClient,
  { dbname, farm, api: address, given, criteria, paused = false }: Registration,
): Promise<Result<Registered>> {
  const known = given ? null : await findWiki(ctx.db, `${dbname}@${farm}`);
  const http = withRights(client, [(given ? endpointOf(address) : known?.configuredEndpoint) ?? ""]);
  const api = await discoverApi(http, address, ctx.signal);
  const wiki = openWikiApi(api, { http, signal: ctx.signal, retry: "person" });
  const asked = await askWiki(wiki, criteria ?? []);
  if (!asked.ok) return asked;
  const site = known === null ? fine(asked.value.site) : asBefore(known, asked.value.site);
  if (!site.ok) return site;
  const name = dbname ?? site.value.dbname;
  if (!DBNAME.test(name))
    return failed({
      kind: "refused",
      message: `${api} calls itself ${name.slice(0, 100)}, which cannot be a name here; add it under a name of your own: weboid wiki add NAME@${farm} --api ${api}`,
    });

  const endpoint = given ? await givenEndpoint(ctx.config, address, api) : null;
  const said = { ...asked.value, site: site.value };
  // One transaction: for a feeder, a wiki without criteria is one with its main namespace.
  return ctx.db.transaction(async (db) =>
    fine(
      await enter(
        { ...ctx, db },
        { name, farm, api, endpoint, asked: said, isSet: criteria !== null, paused },
      ),
    ),
  );
}

/** What a wiki says about itself where nobody gave its address again, which alone confirms another wiki, or other hosts. */
function asBefore(known: WikiRow, site: SiteInfo): Result<SiteInfo> {
  if (typeof known.feed.wikiid !== "string") return fine(site);
  const stranger = strangerAt(known, site);
  if (stranger !== null) return failed(stranger);
  const { server, articleUrl } = isAtHome(known, site) ? site : known;
  return fine({ ...site, server, articleUrl });
}

/**
 * What the operator configures by giving an address: the endpoint of an API that stands there, if it needs a right. One to which a page or a
 * redirect of the wiki led is the wiki's word, and gives no rights (""), nor does a name that is public now (privateEndpoint).
 */
export async function givenEndpoint(
  { dns }: Pick<Config, "dns">,
  address: string,
  api: string,
): Promise<string> {
  return endpointOf(api) === endpointOf(address) ? privateEndpoint(address, dns) : "";
}

interface Entry {
  readonly name: string;
  readonly farm: string;
  readonly api: string;
  /** Its host and port as the operator gave them; "": he gave others; null: he gave none, and what he gave before holds. */
  readonly endpoint: string | null;
  readonly asked: Asked;
  /** Whether its criteria are replaced. */
  readonly isSet: boolean;
  /** Of a wiki that is new. */
  readonly paused: boolean;
}

/** Adds the wiki, or updates it, in the caller's transaction. */
async function enter(
  ctx: Pick<RoleContext, "db" | "clock">,
  { name, farm, api, endpoint, asked, isSet, paused }: Entry,
): Promise<Registered> {
  const { db } = ctx;
  const { site } = asked;
  const { farm: found, added: farmAdded } = await ensureFarm(ctx, farm);
  const { server, articleUrl, lang, siteName } = site;
  const place = endpoint === null ? {} : { configuredEndpoint: endpoint };
  const details = { api, ...place, server, articleUrl, lang, siteName };
  const entered = await addWiki(db, {
    ...details,
    dbname: name,
    farm: found.code,
    paused,
    feed: { wikiid: site.dbname },
  });
  if (entered.kind === "no-farm") throw new Error(`farm ${farm} vanished`);
  // Another address may have other pages: its lists are due at once.
  if (entered.kind === "exists") {
    const before = await findWiki(db, `${name}@${found.name}`);
    // Its operator confirms that it is this one, whatever a site matrix calls it.
    const feed = { unasked: undefined, wikiid: site.dbname };
    await updateWiki(db, entered.id, { ...details, feed, error: null, fullDueMs: 0 });
    await recover(db, entered.id);
    if (before?.api !== api) await forgetModels(db, entered.id, null);
  }
  await storeSite(db, entered.id, site, ctx.clock.today());
  if (isSet) await setCriteria(db, entered.id, asked.criteria);
  const row = await findWiki(db, `${name}@${found.name}`);
  if (row === null) throw new Error(`wiki ${name}@${found.name} vanished`);
  return {
    wiki: row,
    added: entered.kind === "added",
    farmAdded,
    site,
    trouble: asked.trouble,
    missing: asked.missing,
  };
}

/** The farm of that name, created if it is missing. */
export async function ensureFarm(
  { db }: Pick<RoleContext, "db">,
  name: string,
): Promise<{ readonly farm: Farm; readonly added: boolean }> {
  for (;;) {
    const farms = await listFarms(db);
    const found = farms.find((farm) => farm.name === name);
    if (found !== undefined) return { farm: found, added: false };
    const farm = { code: freeCode(farms), name, sites: "", internalHosts: "", spamList: "" };
    if ((await addFarm(db, farm)).kind === "added") return { farm, added: true };
    // Another command took the code or created the farm in this moment.
  }
}

/** The next free code of a farm. */
export function freeCode(farms: readonly Farm[]): number {
  const code = Math.max(FRIEND_CODE_MIN - 1, ...farms.map((farm) => farm.code)) + 1;
  if (code > FARM_CODE_MAX) throw new RangeError("no farm code is left");
  return code;
}

/**
 * Adds the wikis of a site matrix without asking any of them: each is identified when it is first fed. `known`: how many
 * were there before, and stay as they are.
 */
export async function registerAll(
  ctx: Pick<RoleContext, "db">,
  farm: string,
  { wikis, skipped }: SiteMatrix,
  { paused }: { readonly paused: boolean },
) {
  const { farm: found, added: farmAdded } = await ensureFarm(ctx, farm);
  const added = await addWikis(
    ctx.db,
    found.code,
    wikis.map((each) => ({ ...each, paused })),
  );
  return { farmAdded, added, known: wikis.length - added.length, skipped };
}
