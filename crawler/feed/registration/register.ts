import { forgetModels } from "../../../db/pages/first-run.ts";
import type { Criterion } from "../../../db/types.ts";
import { setCriteria } from "../../../db/wikis/criteria.ts";
import { addFarm, type Farm, listFarms } from "../../../db/wikis/farms.ts";
import { recover } from "../../../db/wikis/server-leases.ts";
import { storeSite } from "../../../db/wikis/sites.ts";
import { addWiki, addWikis, findWiki, updateWiki, type Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import type { RoleContext } from "../../runtime/context.ts";
import type { SiteInfo } from "../api/site-info.ts";
import { failed, fine, openWiki, type Result, type WikiClient } from "../api/wiki.ts";
import { type Asked, askWiki, discoverApi } from "./ask-wiki.ts";
import type { SiteMatrix } from "./site-matrix.ts";

/** Codes 0 and 1 are wmflabs and WMF (M1). */
const FRIEND_CODE_MIN = 2;
/** As the command line takes it, and columns and keys of the store. */
const DBNAME = /^[A-Za-z0-9_-]{1,64}$/;
const FARM_CODE_MAX = 32_767;

export interface Registration {
  /** null: as the wiki names its database. */
  readonly dbname: string | null;
  /** Made if missing. */
  readonly farm: string;
  /** Of its api.php, or of one of its pages. */
  readonly api: string;
  /** null: those of before; of a new wiki, none, which means the main namespace. */
  readonly criteria: readonly Criterion[] | null;
}

export interface Registered {
  readonly wiki: WikiRow;
  readonly added: boolean;
  readonly farmAdded: boolean;
  readonly site: SiteInfo;
  /** What failed for the moment; null: nothing did. */
  readonly trouble: Asked["trouble"];
}

/**
 * Asks a wiki who it is, and enters it or brings its configuration up to date (M2). What cannot be used is refused
 * before anything is written.
 */
export async function registerWiki(
  ctx: Pick<RoleContext, "db" | "signal" | "clock">,
  http: WikiClient,
  { dbname, farm, api: address, criteria }: Registration,
): Promise<Result<Registered>> {
  const api = await discoverApi(http, address, ctx.signal);
  const wiki = openWiki(api, { http, signal: ctx.signal, patience: "person" });
  const asked = await askWiki(wiki, criteria ?? []);
  if (!asked.ok) return asked;
  const { site } = asked.value;
  const name = dbname ?? site.dbname;
  if (!DBNAME.test(name))
    return failed({
      kind: "refused",
      message: `${api} calls itself ${name.slice(0, 100)}, which can be no name here; add it under a name of yours: weboid wiki add NAME@${farm} --api ${api}`,
    });

  // All or nothing: a feeder takes a wiki without criteria for one of which the main namespace is wanted.
  return ctx.db.transaction(async (db) =>
    fine(await enter({ ...ctx, db }, { name, farm, api, asked: asked.value, isSet: criteria !== null })),
  );
}

interface Entry {
  readonly name: string;
  readonly farm: string;
  readonly api: string;
  readonly asked: Asked;
  /** Its criteria are replaced. */
  readonly isSet: boolean;
}

async function enter(
  ctx: Pick<RoleContext, "db" | "clock">,
  { name, farm, api, asked, isSet }: Entry,
): Promise<Registered> {
  const { db } = ctx;
  const { site } = asked;
  const { farm: found, added: farmAdded } = await ensureFarm(ctx, farm);
  const { server, articleUrl, lang, siteName } = site;
  const details = { api, server, articleUrl, lang, siteName };
  const entered = await addWiki(db, { ...details, dbname: name, farm: found.code });
  if (entered.kind === "no-farm") throw new Error(`farm ${farm} vanished`);
  // What it already has been told to watch changes with the address: it is read anew at once.
  if (entered.kind === "exists") {
    const before = await findWiki(db, `${name}@${found.name}`);
    // Its operator has said by now that it is this one, whatever a site matrix calls it.
    const { unasked, ...feed } = before?.feed ?? {};
    const known = unasked === undefined ? {} : { feed };
    await updateWiki(db, entered.id, { ...details, ...known, error: null, fullDueMs: 0 });
    await recover(db, entered.id);
    if (before?.api !== api) await forgetModels(db, entered.id, null);
  }
  await storeSite(db, entered.id, site, ctx.clock.today());
  if (isSet) await setCriteria(db, entered.id, asked.criteria);
  const row = await findWiki(db, `${name}@${found.name}`);
  if (row === null) throw new Error(`wiki ${name}@${found.name} vanished`);
  return { wiki: row, added: entered.kind === "added", farmAdded, site, trouble: asked.trouble };
}

/** The farm of that name, made if it is missing. */
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
    // Another command took the code or made the farm in this moment.
  }
}

/** The next code for a farm of friends. */
export function freeCode(farms: readonly Farm[]): number {
  const code = Math.max(FRIEND_CODE_MIN - 1, ...farms.map((farm) => farm.code)) + 1;
  if (code > FARM_CODE_MAX) throw new RangeError("no farm code is left");
  return code;
}

export interface RegisteredAll {
  /** The farm was made for them. */
  readonly farmAdded: boolean;
  readonly added: readonly string[];
  /** They were there before, and stay as they are. */
  readonly known: number;
  readonly skipped: SiteMatrix["skipped"];
}

/** Enters the wikis of a site matrix without asking any of them: each is asked who it is when it is fed first. */
export async function registerAll(
  ctx: Pick<RoleContext, "db">,
  farm: string,
  { wikis, skipped }: SiteMatrix,
): Promise<RegisteredAll> {
  const { farm: found, added: farmAdded } = await ensureFarm(ctx, farm);
  const added = await addWikis(ctx.db, found.code, wikis);
  return { farmAdded, added, known: wikis.length - added.length, skipped };
}
