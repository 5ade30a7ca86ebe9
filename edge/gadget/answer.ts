import { buildPageAnswer } from "../../shared/answer/build.ts";
import { type Day, dayOfInstant } from "../../shared/calendar/day.ts";
import { readFindings } from "../../shared/snapshot/findings.ts";
import { Damage } from "../../shared/snapshot/reader.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { refusedFor } from "../pages/answer.ts";
import type { Answered } from "../pages/refusals.ts";
import { createStore, type Suspects } from "../sources/store.ts";
import { printFindings } from "./print.ts";

/**
 * The script that a gadget runs (G1), from a snapshot that is arranged for it; null: it is not, and `answerGadget` has to look
 * closer. The script is the same.
 */
export function scriptOf(key: string, value: ArrayBuffer, today: Day, env: EdgeEnv): string | null {
  const allowPrivate = env.WEBOID_ALLOW_PRIVATE === "1";
  try {
    const findings = readFindings(new Uint8Array(value), today, { allowPrivate });
    return findings === null ? null : printFindings(findings.each, findings.total);
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    // Behind a good checksum: the writer's fault or this reader's, which but for the time it takes nothing would tell.
    console.error(
      `the suspects of ${key} cannot be read (${error.message}); the gadget is answered the long way`,
    );
    return null;
  }
}

/**
 * What a gadget is told (G1): from the snapshots alone, so that every view of an article costs one read of KV and
 * nothing else. Only the presumed unreachable; a page without a snapshot has no problems that we know of.
 */
export async function answerGadget(
  wiki: string,
  pageids: readonly number[],
  snapshots: readonly (Suspects | null)[],
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<Answered> {
  const store = createStore(env.SNAPSHOTS, deps);
  // A wiki with a snapshot exists; only for the others it has to be looked up.
  if (snapshots.includes(null)) {
    const profile = await store.profile(wiki);
    if (profile === null) return refusedFor(wiki, deps, env);
    if (profile.wiki !== wiki) {
      const spelt = await Promise.all(
        pageids.map(async (pageid) =>
          store.suspects(profile.wiki, pageid, await store.value(profile.wiki, pageid)),
        ),
      );
      return answerGadget(profile.wiki, pageids, spelt, deps, env);
    }
  }
  const today = dayOfInstant(deps.now());
  const pages = pageids.map((pageid, at) => {
    const { snapshot = null, total = 0 } = snapshots[at] ?? {};
    const answer = buildPageAnswer({
      wiki,
      pageid,
      title: null,
      live: null,
      snapshot,
      origin: null,
      profile: null,
      today,
      selection: { show: "findings", status: "unreachable" },
      allowPrivate: env.WEBOID_ALLOW_PRIVATE === "1",
    });
    return { ...answer, total };
  });
  return {
    kind: "answer",
    answer: { version: 1, generated: today, pages },
    profile: null,
    // Nobody but the wiki knows whether the others exist, and it is not asked here.
    pageids: pageids.filter((_, at) => snapshots[at] !== null),
  };
}
