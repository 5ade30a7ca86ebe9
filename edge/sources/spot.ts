import { internalLinks, type PageSources } from "../../shared/answer/build.ts";
import type { InterwikiMap } from "../../shared/interwiki/map.ts";
import { type Sister, sisterFinder } from "../../shared/interwiki/sister.ts";
import { lookUp, type OnTheSpot, SPOT_LIMITS, titlesQuestion } from "../../shared/interwiki/spot.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import { digest, shortCache } from "../cache/short-cache.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { userAgentOf } from "./live-links.ts";
import { lookUpFiles } from "./spot-files.ts";
import { askApi } from "./wiki.ts";
import { isUnsent, UNSENT } from "./wiki-gate.ts";

/** As long as the wiki's own list of links (design 8). */
const SPOT_SECONDS = 60;
/** A wiki that does not answer is left alone for this long. */
const DOWN_SECONDS = 10;

interface LookedUpSisters {
  readonly spots: ReadonlyMap<NormalisedUrl, OnTheSpot>;
  /** Some were not asked, as a budget was used up. */
  readonly isBusy: boolean;
}
export const NO_SISTERS: LookedUpSisters = { spots: new Map(), isBusy: false };

/**
 * Looks up the pages of the own farm to which these pages link (U5, U7), within SPOT_LIMITS and the farm's own hosts
 * (shared/interwiki/sister.ts). Costs nothing where there are none.
 */
export async function lookUpSisters(
  pages: readonly Omit<PageSources, "origin">[],
  profile: WikiProfile,
  interwikis: () => InterwikiMap,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<LookedUpSisters> {
  const links = new Map<NormalisedUrl, UrlParts>();
  for (const page of pages) for (const [url, parts] of internalLinks(page)) links.set(url, parts);
  if (links.size === 0) return NO_SISTERS;
  const find = sisterFinder(profile, interwikis());
  const end = deps.elapsed() + SPOT_LIMITS.totalMs;
  const cache = shortCache(deps);
  const sisters = new Map([...links].map(([url, parts]) => [url, find(parts)]));
  const others = new Map([...links].filter(([url]) => hasNoTitle(sisters.get(url))));
  const files = keptFiles(others, profile, deps, { userAgent: userAgentOf(env), left: SPOT_LIMITS.totalMs });
  let isBusy = false;
  const titled = await lookUp(sisters, async (api, titles) => {
    const name = `spot ${await digest([api, ...titles].join("\n"))}`;
    const kept = await cache.get(name);
    if (kept !== null) return JSON.parse(kept);
    const left = end - deps.elapsed();
    if (left <= 0) return null;
    const answer = await askApi(deps, api, titlesQuestion(titles), {
      userAgent: userAgentOf(env),
      ms: left,
      bytesMax: SPOT_LIMITS.responseBytes,
      purpose: "beside",
    });
    // One caller may have asked too much, not the others.
    isBusy ||= answer === UNSENT.busy;
    if (typeof answer === "string" && isUnsent(answer)) return null;
    const query = typeof answer === "string" ? null : (answer.query ?? null);
    await cache.put(name, JSON.stringify(query), query === null ? DOWN_SECONDS : SPOT_SECONDS);
    return query;
  });
  const { spots, isBusy: areFilesBusy } = await files;
  return { spots: new Map([...titled, ...spots]), isBusy: isBusy || areFilesBusy };
}

const hasNoTitle = (sister: Sister | undefined): boolean =>
  sister?.kind === "no-page" || sister?.kind === "unknown-wiki";

/** The same of what is no title, or what was found of it within a minute. */
async function keptFiles(
  links: ReadonlyMap<NormalisedUrl, UrlParts>,
  profile: WikiProfile,
  deps: EdgeDeps,
  options: Parameters<typeof lookUpFiles>[3],
): Promise<LookedUpSisters> {
  if (links.size === 0) return NO_SISTERS;
  const cache = shortCache(deps);
  const name = `spot-files ${await digest([profile.wiki, ...links.keys()].join("\n"))}`;
  const kept = await cache.get(name);
  if (kept !== null) return { ...NO_SISTERS, spots: new Map(JSON.parse(kept)) };
  const { found, unsent } = await lookUpFiles(links, profile, deps, options);
  if (unsent.size > 0) return { spots: found, isBusy: unsent.has("busy") };
  const isAnswered = [...found.values()].some(({ result }) => result === "exists" || result === "missing");
  await cache.put(name, JSON.stringify([...found]), isAnswered ? SPOT_SECONDS : DOWN_SECONDS);
  return { spots: found, isBusy: false };
}
