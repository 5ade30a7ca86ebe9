import { readFile } from "node:fs/promises";
import { z } from "zod";
import { sampleBulk } from "../../../db/bulk/copy.ts";
import type { Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import type { InterwikiMap } from "../../../shared/interwiki/map.ts";
import { requireContact } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { IDS_PER_REQUEST } from "../api/pages.ts";
import { parseInterwikiMap, parseSiteInfo, SITE } from "../api/site-info.ts";
import { openWikiApi, type WikiClient } from "../api/wiki.ts";

/** A saved answer of siteinfo. */
export interface SavedSite {
  readonly path: string;
  readonly text: string;
}

export async function readSaved(path: string): Promise<SavedSite> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new WorkError(`${path} cannot be read (${String(error)}): check the name and its permissions`);
  });
  return { path, text };
}

export interface Site {
  readonly namespaces: ReadonlyMap<number, string> | null;
  readonly interwikis: InterwikiMap | null;
}

/** What dumps do not contain: the names of namespaces, and where interwiki prefixes lead. */
export async function siteOf(
  ctx: RoleContext,
  row: WikiRow,
  saved: SavedSite | null,
  http: WikiClient | null,
): Promise<Site> {
  const query = saved === null ? await askSite(ctx, row, http) : savedSite(saved);
  const where = saved?.path ?? row.api;
  const site = parseSiteInfo(query, row.api, where);
  if (!site.ok) throw new WorkError(site.error.message);
  const interwikis = parseInterwikiMap(query);
  if (interwikis === null) throw new WorkError(`${where} has no interwiki map in MediaWiki's shape`);
  return {
    namespaces: new Map(site.value.namespaces.map(({ id, name }) => [id, name])),
    interwikis,
  };
}

function savedSite({ text, path }: SavedSite): Readonly<Record<string, unknown>> {
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Reported below, as any other text that is not that answer.
  }
  const answer = z.object({ query: z.record(z.string(), z.unknown()) }).safeParse(json);
  if (answer.success) return answer.data.query;
  throw new WorkError(
    `${path} is no answer of siteinfo: save that of api.php?action=query&format=json&formatversion=2&meta=${SITE.meta}&siprop=${SITE.siprop}`,
  );
}

async function askSite(
  { config, signal }: RoleContext,
  row: WikiRow,
  http: WikiClient | null,
): Promise<Readonly<Record<string, unknown>>> {
  if (http === null) {
    requireContact(config);
    throw new Error("the wiki is asked without a client");
  }
  const answer = await openWikiApi(row.api, { http, signal, retry: "person" }).query(SITE);
  if (answer.ok) return answer.value.query;
  throw new WorkError(`${answer.error.message}; without the API: --siteinfo FILE`);
}

/** Pages that are needed to compare a dump with a wiki. */
const PAGES_MIN = 5;
/** The share of pages with the same title: old dumps have pages moved or deleted since, another wiki hardly any in common. */
const SAME_SHARE_MIN = 1 / 4;

const shape = z.array(z.object({ pageid: z.number(), title: z.string().optional() }));

/** Throws a WorkError for a dump of another wiki, by asking the wiki for its first pages. A wiki that is away stops nothing. */
export async function requireSameWiki(ctx: RoleContext, row: WikiRow, http: WikiClient): Promise<void> {
  const sample = await sampleBulk(ctx.db, row.id, IDS_PER_REQUEST);
  if (sample.length < PAGES_MIN) return;
  const wiki = openWikiApi(row.api, { http, signal: ctx.signal, retry: "person" });
  const answer = await wiki.query({ prop: "info", pageids: sample.map(({ pageid }) => pageid).join("|") });
  if (!answer.ok) {
    ctx.log.warn(`${row.name}: whether the dumps are its own cannot be checked: ${answer.error.message}`);
    return;
  }
  const rows = shape.safeParse(answer.value.query.pages);
  const titles = new Map(rows.data?.map(({ pageid, title }) => [pageid, title]));
  const same = sample.filter(({ pageid, title }) => titles.get(pageid) === title).length;
  if (same >= sample.length * SAME_SHARE_MIN) return;
  const other = sample.find(({ pageid, title }) => titles.get(pageid) !== title);
  const there = titles.get(other?.pageid ?? 0);
  throw new WorkError(
    `the dumps are of another wiki than ${row.name}: page ${other?.pageid} is "${other?.title}" in them and ${there == null ? "does not exist" : `"${there}"`} at ${row.api}; give those of this wiki, or name the other one`,
  );
}
