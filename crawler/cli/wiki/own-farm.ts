import { findSite } from "../../../db/wikis/sites.ts";
import type { Wiki as WikiRow } from "../../../db/wikis/wikis.ts";
import { internalLinks } from "../../../shared/answer/build.ts";
import { decodeInterwikis, pseudoLinks } from "../../../shared/interwiki/map.ts";
import { type OwnFarm, sisterFinder } from "../../../shared/interwiki/sister.ts";
import { lookUp, type OnTheSpot, SPOT_LIMITS, titlesQuestion } from "../../../shared/interwiki/spot.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { readPages } from "../../feed/api/pages.ts";
import { openWikiApi, type WikiClient } from "../../feed/api/wiki.ts";
import type { RoleContext } from "../../runtime/context.ts";

/** For the wiki's own answer; a person waits. */
const PAGE_MS = 5_000;

/** Links of a page into its own farm, and what their wikis say of them now. */
export interface OwnFarmLinks {
  readonly sisters: readonly string[];
  readonly spots: ReadonlyMap<NormalisedUrl, OnTheSpot>;
}

/**
 * The database has no links into the own farm (U5): the wiki is asked for them, then sister wikis for their pages, as
 * the edge does. null: the wiki did not answer.
 */
export async function ownFarmLinks(
  ctx: RoleContext,
  http: WikiClient,
  { row, own, pageid }: { readonly row: WikiRow; readonly own: OwnFarm; readonly pageid: number },
): Promise<OwnFarmLinks | null> {
  const { db, config, signal } = ctx;
  const within = (ms: number) => AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  const wiki = openWikiApi(row.api, { http, signal: within(PAGE_MS), retry: "none" });
  const read = await readPages(wiki, [pageid]);
  if (!read.ok) return null;
  const [page] = read.value;
  if (page?.kind !== "page") return { sisters: [], spots: new Map() };
  const map = decodeInterwikis((await findSite(db, row.id))?.interwikis ?? "");
  const { urls, sisters } = pseudoLinks(map, page.interwikis);
  const { allowPrivate } = config;
  const live = [...page.links, ...urls];
  const links = internalLinks({ live, sisters, snapshot: null, profile: own, allowPrivate });
  const find = sisterFinder(own, map);
  const deadline = within(SPOT_LIMITS.totalMs);
  const spots = await lookUp(
    new Map([...links].map(([url, parts]) => [url, find(parts)])),
    async (api, titles) => {
      const answer = await openWikiApi(api, { http, signal: deadline, retry: "none" }).query(
        titlesQuestion(titles),
      );
      return answer.ok ? answer.value.query : null;
    },
  );
  return { sisters: [...links.keys()], spots };
}
