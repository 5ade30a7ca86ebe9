import { endpointOf } from "../../../shared/url/endpoint.ts";
import { withRights } from "../../feed/api/client.ts";
import type { SiteInfo } from "../../feed/api/site-info.ts";
import { openWikiApi } from "../../feed/api/wiki.ts";
import { checkCriteria } from "../../feed/criteria/check.ts";
import { askWiki, discoverApi, warningsOf } from "../../feed/registration/ask-wiki.ts";
import { givenEndpoint } from "../../feed/registration/register.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { withHttp } from "../wiki/wiki.ts";
import type { ConfigFile, WantedWiki } from "./file.ts";
import { type CurrentConfig, type CurrentWiki, difference } from "./plan.ts";

/** A file's wikis with criteria as they are stored, and what the wikis that had to be asked say of themselves. */
export interface ResolvedConfig {
  readonly file: ConfigFile;
  readonly sites: ReadonlyMap<string, SiteInfo>;
}

/** Every namespace that criteria can name, for wikis that need not be asked what they have. */
const ENGLISH = [
  { id: 10, name: "Template", canonical: "Template" },
  { id: 14, name: "Category", canonical: "Category" },
];

/**
 * Wikis that are new, or that are to be read in another way than before, are asked who they are, as by `wiki add`;
 * throws a WorkError for one that cannot be used, with the file's name `path`. The others are not contacted.
 */
export async function resolveConfig(
  ctx: RoleContext,
  path: string,
  file: ConfigFile,
  current: CurrentConfig,
): Promise<ResolvedConfig> {
  const refuse = (message: string) => new WorkError(`${path}: ${message}`);
  for (const { name, code } of file.farms) {
    const before = current.farms.find((farm) => farm.name === name);
    if (before !== undefined && code !== undefined && code !== before.code)
      throw refuse(
        `farm ${name} has code ${before.code}, which stands in its data for good; leave code = ${code} out`,
      );
    const other = current.farms.find((farm) => farm.code === code);
    if (before === undefined && other !== undefined)
      throw refuse(
        `code ${code} is taken by farm ${other.name}; leave code out of farm ${name}, or give another`,
      );
  }
  const sites = new Map<string, SiteInfo>();
  const wikis: WantedWiki[] = [];
  await withHttp(ctx, async (client) => {
    for (const given of file.wikis) {
      const before = current.wikis.find(({ name }) => name === given.name);
      // An address that stays gives no rights: a file that was written from the database has those of site matrices, too.
      const isNew = given.api !== undefined && given.api !== before?.api;
      const own = isNew ? endpointOf(given.api) : before?.configuredEndpoint;
      const http = withRights(client, [own ?? ""]);
      const api = await apiOf(given, before, (address) => discoverApi(http, address, ctx.signal));
      if (api === undefined) throw refuse(newcomer(given, current));
      const configuredEndpoint = isNew ? await givenEndpoint(ctx.config, given.api, api) : undefined;
      const wanted = { ...given, api, configuredEndpoint };
      const known = asKnown(wanted, before);
      if (known !== null) {
        wikis.push(known);
        continue;
      }
      ctx.log.info(`asking ${api} who it is`);
      const wiki = openWikiApi(api, { http, signal: ctx.signal, retry: "person" });
      const asked = await askWiki(wiki, wanted.criteria);
      if (!asked.ok) throw refuse(`line ${wanted.line}: ${wanted.name}: ${asked.error.message}`);
      for (const warning of warningsOf(wanted.name, asked.value))
        ctx.log.warn(`${wanted.name}: ${warning}`, "wiki-oddity");
      sites.set(wanted.name, asked.value.site);
      wikis.push({ ...wanted, criteria: asked.value.criteria });
    }
  });
  return { file: { ...file, wikis }, sites };
}

/** Its api.php, found by a page of the wiki where the file names one; undefined: nobody said. */
async function apiOf(
  { api }: WantedWiki,
  before: CurrentWiki | undefined,
  discover: (address: string) => Promise<string>,
): Promise<string | undefined> {
  return api === undefined || api === before?.api ? before?.api : discover(api);
}

function newcomer({ name, line }: WantedWiki, { wikis }: CurrentConfig): string {
  const like = wikis.find((wiki) => wiki.name.toLowerCase() === name.toLowerCase());
  const other = like === undefined ? "" : ` (or write ${like.name}, if that one is meant)`;
  return `line ${line}: ${name} is new; give its address: api = "https://…/w/api.php"${other}`;
}

/** The wiki as it stands in the database but for being paused; null: it has to be asked. */
function asKnown(wanted: WantedWiki, before: CurrentWiki | undefined): WantedWiki | null {
  if (before === undefined || wanted.api !== before.api) return null;
  const numbers = wanted.criteria
    .filter(({ kind }) => kind === "namespace")
    .map(({ value }) => Number(value));
  const namespaces = [...ENGLISH, ...numbers.map((id) => ({ id, name: "", canonical: null }))];
  const checked = checkCriteria(wanted.criteria, { namespaces }, before.api);
  if (!checked.ok) return null;
  const { added, removed } = difference(before.criteria, checked.value);
  return added.length + removed.length > 0 ? null : { ...wanted, criteria: checked.value };
}
