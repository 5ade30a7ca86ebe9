import type { Context } from "hono";
import { PAGES_MAX } from "../../shared/protocol/pages.ts";
import { blockTest } from "../../shared/url/addresses.ts";
import type { Fill } from "../cache/fill.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { parametersOf } from "../request.ts";
import { watchedPages } from "../sources/origin.ts";
import { addressOf, askedBy } from "./caller.ts";
import { type Throttle, type ThrottleClass, throttleKey } from "./throttle.ts";
import { type Admission, createFriends, friendHash, type Standing } from "./tokens.ts";

/** Links of an answer that cost as much as a small question does (docs/decisions/0059). */
const LINKS_PER_QUESTION = 250;
/** One about several pages is taken for so many small ones, until its links are known: who sends many at once has no more at a time. */
const PAGES_PER_QUESTION = 2;

export interface Admissions {
  admit(c: Context<Edge>): Promise<Admission>;
  /** A token that was found to have been taken back. */
  forget(friend: string): void;
  /** Of tokens of trusted tools. */
  fill(): Fill;
}

/** Whether an address lies in one of these blocks. One that cannot be read holds nobody, and is logged. */
function readNetworks(text: string): (address: string) => boolean {
  const tests = text
    .split(/[\s,]+/)
    .filter((block) => block !== "")
    .flatMap((block) => {
      const test = blockTest(block);
      if (test === null) console.error(`FRIEND_NETWORKS: ${block} is no block such as 198.51.100.0/24`);
      return test ?? [];
    });
  return (address) => tests.some((test) => test(address));
}

export function createAdmissions(deps: EdgeDeps): Admissions {
  const friends = createFriends();
  let networks = { text: "", hold: readNetworks("") };

  function isFriendly(address: string, { FRIEND_NETWORKS: text = "" }: Edge["Bindings"]): boolean {
    if (text !== networks.text) networks = { text, hold: readNetworks(text) };
    // IPv4 within IPv6 is IPv4, by the name under which it would be counted.
    return networks.hold(address) || networks.hold(throttleKey(address) ?? "");
  }

  /**
   * Tokens that this edge has not seen are looked up at origin; such look-ups are counted by caller and the ranges around it, apart
   * from questions: a friend who shares an address with a crowd does not wait for it.
   */
  async function standingOf(c: Context<Edge>, caller: string | null): Promise<Standing> {
    const friend = await friendHash(c.req.header("authorization"));
    if (friend === null) return { token: "none" };
    const standing = friends.standing(friend, deps.elapsed());
    if (standing === "known") return { token: "known", friend };
    const away = { token: "away", known: standing === "lapsed" } as const;
    if ((c.env.ORIGIN_URL ?? "") === "") return away;
    if (standing === "stranger" && caller !== null) {
      const { refused, retrySeconds } = await deps.throttle.take(c.env, caller, "token");
      if (refused) return { token: "not-asked", retrySeconds };
    }
    const answer = await watchedPages(askedBy(deps, c), c.env, { wiki: "friend@check", friend, list: null });
    if (answer === "away" || (answer !== null && typeof answer === "object" && "kind" in answer)) return away;
    if (answer !== "unknown-friend") {
      friends.remember(friend, deps.elapsed());
      return { token: "known", friend };
    }
    friends.forget(friend);
    return { token: "unknown" };
  }

  return {
    forget: (friend) => friends.forget(friend),
    fill: friends.fill,
    async admit(c) {
      const address = addressOf(c);
      const caller = throttleKey(address);
      const standing = await standingOf(c, caller);
      const isFriend = standing.token === "known" || (standing.token === "away" && standing.known);
      if (isFriend || caller === null || isFriendly(address ?? "", c.env))
        return { ...standing, taken: null };
      const counted = { caller, ...presumed(c), window: deps.throttle.window() };
      const taken = await deps.throttle.take(c.env, caller, counted.purpose, counted.questions);
      return { ...standing, taken, counted };
    },
  };
}

/** Counts a question of whose answer so many links are known. Gives `RateLimit`; null: it is as it was. */
export function settle(throttle: Throttle, admission: Admission, links: number): string | null {
  if (admission.taken === null || admission.counted.purpose === "gadget") return null;
  const questions = Math.max(1, Math.ceil(links / LINKS_PER_QUESTION));
  return questions === admission.counted.questions ? null : throttle.settle(admission.counted, questions);
}

/**
 * As what a question is counted before it is answered. A gadget's about one page costs one read of the store, or a few where that has no
 * such page: nothing is asked of wiki or origin.
 */
function presumed(c: Context<Edge>): { readonly purpose: ThrottleClass; readonly questions: number } {
  const isGadgets = /^\/externalLinkProblem(\.json)?$/.test(c.req.path);
  if (!isGadgets && !/^\/(api\/v1\/page|externalLinkInfo)$/.test(c.req.path))
    return { purpose: "question", questions: 1 };
  const parameter = parametersOf(c);
  const [title, ids] = [parameter("title"), parameter("pageid") ?? parameter("curid") ?? ""];
  if (isGadgets && /^\d+$/.test(ids) && title === undefined && parameter("ping") !== "1")
    return { purpose: "gadget", questions: 1 };
  const pages = (ids || (title ?? "")).split("|").length;
  return { purpose: "question", questions: Math.ceil(Math.min(pages, PAGES_MAX) / PAGES_PER_QUESTION) };
}
