import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Wiki as WikiRow } from "../../../db/types.ts";
import type { InterwikiMap } from "../../../shared/interwiki/map.ts";
import { requireContact } from "../../runtime/config.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { parseInterwikiMap } from "../interwiki.ts";
import { parseSiteInfo, SITE } from "../siteinfo.ts";
import { openWiki, type WikiClient } from "../wiki.ts";

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

/** What the dumps do not tell: the names of namespaces, and where interwiki prefixes lead. */
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
  if (interwikis === null) throw new WorkError(`${where} tells no interwiki map in MediaWiki's shape`);
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
    // Told below, as any other text that is not that answer.
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
  const answer = await openWiki(row.api, { http, signal, patience: "person" }).query(SITE);
  if (answer.ok) return answer.value.query;
  throw new WorkError(`${answer.error.message}; without the API: --siteinfo FILE`);
}
