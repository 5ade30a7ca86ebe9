import type { Wiki } from "../../db/types.ts";
import { listWikis } from "../../db/wikis/wikis.ts";
import { requireContact } from "../runtime/config.ts";
import type { Database, RoleContext } from "../runtime/context.ts";
import { SAMPLE_DBNAME } from "../sample/wiki-api.ts";
import { FARM } from "./wikis.ts";

const SAMPLE = `${SAMPLE_DBNAME}@${FARM}`;

/** Whether a start is about this wiki: one that it names by its address or, naming none, the sample. */
export type IsMine = (wiki: Pick<Wiki, "name" | "api">) => boolean;

export const mineOf =
  (apis: readonly string[]): IsMine =>
  ({ name, api }) =>
    apis.length === 0 ? name === SAMPLE : apis.includes(api);

/** A wiki beside those that the start is about. */
export async function otherWiki(db: Database, isMine: IsMine): Promise<Wiki | null> {
  return (await listWikis(db)).find((wiki) => !isMine(wiki)) ?? null;
}

/**
 * Whether the sample belongs to a start: where no wiki is named and either none is configured or the sample is one of
 * them. Other wikis' owners are to know whom to turn to: a UsageError without WEBOID_CONTACT.
 */
export async function wantsSample(
  { db, config, log }: Pick<RoleContext, "db" | "config" | "log">,
  apis: readonly string[],
): Promise<boolean> {
  if (apis.length > 0) return false;
  const wikis = await listWikis(db);
  const others = wikis.filter(({ name }) => name !== SAMPLE);
  if (others.length === 0) return true;
  requireContact(config);
  const known = others.length < wikis.length;
  log.info(
    `${others.length === 1 ? "one wiki is" : `${others.length} wikis are`} configured and served${known ? " beside the sample" : ", so there is no sample"}`,
  );
  return known;
}

const SHOWN = 3;

/** Wikis for the front page of a start that names none. */
export const firstWikis = async (db: Database): Promise<Wiki[]> =>
  (await listWikis(db)).filter(({ paused }) => !paused).slice(0, SHOWN);
