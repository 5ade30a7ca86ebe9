import { buildGadgetAnswer } from "../../shared/answer/build.ts";
import type { PageAnswer } from "../../shared/answer/types.ts";
import { dayOfInstant } from "../../shared/calendar/day.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { refusedFor } from "../pages/answer.ts";
import type { Answered } from "../pages/refusals.ts";
import { Store, type StoredSnapshot } from "../sources/store.ts";

/**
 * What a gadget gets (G1): from the snapshots alone, so that every view of an article costs one read of KV and
 * nothing else. Only the presumed unreachable; a page without a snapshot has no problems that we know of. Throws StoreUnavailable: one
 * that may have them is not said to be fine.
 */
export async function answerGadget(
  wiki: string,
  pageids: readonly number[],
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<Answered> {
  const store = new Store(env.SNAPSHOTS, deps);
  const today = dayOfInstant(deps.now());
  const pages: PageAnswer[] = [];
  let isShort = false;
  for await (const { pageid, read } of store.eachSnapshot(wiki, pageids, { only: "failing" })) {
    if (read.kind === "failed") throw read.error;
    isShort ||= read.kind === "unreadable";
    const stored = read.kind === "snapshot" ? read : null;
    pages.push(buildGadgetAnswer({ wiki, pageid, total: totalOf(stored) }, stored?.snapshot ?? null, today));
  }
  // A wiki with a snapshot exists; only for the others it has to be looked up.
  if (pages.some(({ watched }) => !watched)) {
    const profile = await store.profile(wiki);
    if (profile === null) return refusedFor(wiki, deps, env);
    if (profile.wiki !== wiki) return answerGadget(profile.wiki, pageids, deps, env);
  }
  return {
    kind: "answer",
    answer: { version: 1, generated: today, pages },
    profile: null,
    isShort,
    // Nobody but the wiki knows whether the others exist, and it is not asked here.
    pageids: pages.flatMap(({ watched, pageid }) => (watched ? [pageid] : [])),
  };
}

/** As answers count them: with the links that are not checked. */
const totalOf = (stored: StoredSnapshot | null): number =>
  stored === null ? 0 : stored.urlCount + stored.snapshot.unwatched;
