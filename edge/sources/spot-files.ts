import pLimit from "p-limit";
import { internalTest } from "../../shared/interwiki/farm.ts";
import type { OwnFarm } from "../../shared/interwiki/sister.ts";
import { type OnTheSpot, SPOT_LIMITS } from "../../shared/interwiki/spot.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";
import type { EdgeDeps } from "../env.ts";
import type { Unsent } from "./wiki-gate.ts";

/** What its status says of an address of the farm; a server that does not like HEAD says nothing. */
function resultOf(status: number): OnTheSpot["result"] {
  if (status === 404 || status === 410) return "missing";
  return status >= 200 && status < 400 ? "exists" : "unknown";
}

/** With the question for titles beside them no more than what one caller has of a wiki's budget (WIKI_BUDGET). */
const AT_ONCE = 4;

interface LookedUp {
  readonly found: ReadonlyMap<NormalisedUrl, OnTheSpot>;
  /** Why some were not asked: others may be luckier in a moment. */
  readonly unsent: ReadonlySet<Unsent>;
}

/**
 * Looks up what lies in the own farm and is no page of a title (U5): files, old revisions, other services of the farm, by a HEAD
 * request each, at most SPOT_LIMITS.heads. Only at hosts of the farm, as the operator named them, and at its wikis' port: a page's
 * links must not choose whom Weboid asks. `left`: milliseconds.
 */
export async function lookUpFiles(
  links: ReadonlyMap<NormalisedUrl, UrlParts>,
  profile: OwnFarm,
  deps: EdgeDeps,
  { userAgent, left }: { readonly userAgent: string; readonly left: number },
): Promise<LookedUp> {
  const isInternal = internalTest(profile);
  const ownPort = Number(URL.parse(profile.articleUrl)?.port ?? 0);
  const asked = [...links].filter(
    ([, parts]) =>
      /^https?$/.test(parts.scheme) && isInternal(parts) && (parts.port === 0 || parts.port === ownPort),
  );
  const unsent = new Set<Unsent>();
  const signal = AbortSignal.timeout(left);
  const limit = pLimit(AT_ONCE);
  const ask = async (url: NormalisedUrl): Promise<OnTheSpot["result"]> => {
    const { host } = new URL(url);
    const leave = deps.wikis.enter({ host, purpose: "beside", callers: deps.asker?.ranges, subjects: [url] });
    if (typeof leave === "string") {
      unsent.add(leave);
      return "unknown";
    }
    try {
      const { status } = await deps.fetch(
        new Request(url, {
          method: "HEAD",
          redirect: "manual",
          headers: { "user-agent": userAgent },
          signal,
        }),
      );
      return resultOf(status);
    } catch {
      return "unknown";
    } finally {
      leave.end("unreadable");
    }
  };
  const found = asked.map(async ([url], at): Promise<[NormalisedUrl, OnTheSpot]> => {
    if (at >= SPOT_LIMITS.heads || left <= 0)
      return [url, { result: "not-checked", reason: "too-many", title: null }];
    return [url, { result: await limit(() => ask(url)), reason: null, title: null }];
  });
  return { found: new Map(await Promise.all(found)), unsent };
}
