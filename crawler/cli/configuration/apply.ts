import type { Database } from "../../../db/connect.ts";
import { forgetModels } from "../../../db/pages/list-run.ts";
import { listCriteria, setCriteria } from "../../../db/wikis/criteria.ts";
import { addFarm, listFarms, updateFarm } from "../../../db/wikis/farms.ts";
import { addWiki, listWikis, lockConfig, setSpamList, updateWiki } from "../../../db/wikis/wikis.ts";
import { ensureFarm, freeCode } from "../../feed/registration/register.ts";
import { WorkError } from "../../runtime/errors.ts";
import type { WantedFarm, WantedWiki } from "./file.ts";
import { type Change, type CurrentConfig, difference, planChanges } from "./plan.ts";
import type { ResolvedConfig } from "./resolve.ts";

export async function readCurrent(db: Database): Promise<CurrentConfig> {
  const wikis = [];
  for (const wiki of await listWikis(db)) wikis.push({ ...wiki, criteria: await listCriteria(db, wiki.id) });
  return { farms: await listFarms(db), wikis };
}

/**
 * Writes all of a file or nothing, and only what `shown` says: throws a WorkError when somebody else changed the
 * configuration since that was planned.
 */
export function applyConfig(
  db: Database,
  resolved: ResolvedConfig,
  shown: readonly Change[],
  { prune }: { readonly prune: boolean },
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockConfig(tx);
    const current = await readCurrent(tx);
    const { farms, wikis } = resolved.file;
    const now = planChanges(resolved.file, current, { prune });
    if (JSON.stringify(now) !== JSON.stringify(shown))
      throw new WorkError("somebody else changed the configuration meanwhile; nothing was done: try again");
    for (const farm of farms) await writeFarm(tx, farm);
    for (const wiki of wikis) await writeWiki(tx, wiki, current, resolved);
    const named = new Set(wikis.map(({ name }) => name));
    for (const { id, name, paused } of current.wikis)
      if (prune && !paused && !named.has(name)) await updateWiki(tx, id, { paused: true });
  });
}

async function writeFarm(db: Database, wanted: WantedFarm): Promise<void> {
  const { name, code, sites, internalHosts, spamList } = wanted;
  const farms = await listFarms(db);
  const before = farms.find((farm) => farm.name === name);
  if (before === undefined) {
    const texts = { sites: sites ?? "", internalHosts: internalHosts ?? "", spamList: spamList ?? "" };
    await addFarm(db, { name, code: code ?? freeCode(farms), ...texts });
    return;
  }
  await updateFarm(db, name, {
    ...(sites !== undefined && { sites }),
    ...(internalHosts !== undefined && { internalHosts }),
  });
  // A list that stays is not read again.
  if (spamList !== undefined && spamList !== before.spamList) await setSpamList(db, name, spamList);
}

async function writeWiki(
  db: Database,
  { name, dbname, farm, api, configuredEndpoint, paused, stream, changesEvery, criteria }: WantedWiki,
  { wikis }: CurrentConfig,
  { sites }: ResolvedConfig,
): Promise<void> {
  const before = wikis.find((one) => one.name === name);
  const site = sites.get(name);
  const { farm: found } = await ensureFarm({ db }, farm);
  let id = before?.id;
  if (site !== undefined) {
    const { server, articleUrl, lang, siteName } = site;
    const details = { api: api ?? before?.api ?? "", server, articleUrl, lang, siteName };
    const entered = await addWiki(db, { ...details, dbname, farm: found.code });
    if (entered.kind === "no-farm") throw new Error(`farm ${farm} vanished`);
    id = entered.id;
    if (before !== undefined) await updateWiki(db, id, { ...details, error: null });
  }
  if (id === undefined) throw new Error(`wiki ${name} was not asked who it is`);
  if (configuredEndpoint !== undefined && configuredEndpoint !== (before?.configuredEndpoint ?? ""))
    await updateWiki(db, id, { configuredEndpoint });
  const { added, removed } = difference(before?.criteria ?? [], criteria);
  const others = added.length + removed.length > 0;
  if (others || before === undefined) await setCriteria(db, id, criteria);
  // Its lists are read at once.
  const moved = before !== undefined && api !== undefined && api !== before.api;
  if (before !== undefined && (others || moved)) await updateWiki(db, id, { fullDueMs: 0 });
  if (moved) await forgetModels(db, id, null);
  if (paused !== (before?.paused ?? false)) await updateWiki(db, id, { paused });
  if (stream !== undefined && stream !== (before?.stream ?? "")) await updateWiki(db, id, { stream });
  if (changesEvery !== undefined && changesEvery !== before?.changesEveryS)
    await updateWiki(db, id, { changesEveryS: changesEvery, changesDueMs: 0 });
}
