import { urlId, usedUrls } from "../../db/lists/uses.ts";
import { takeAllowance } from "../../db/people/allowance.ts";
import { askCheck, askedState } from "../../db/people/asked-checks.ts";
import { urlFacts } from "../../db/urls/facts.ts";
import type { Wiki } from "../../db/wikis/wikis.ts";
import type { RecheckRequest, RecheckResponse } from "../../shared/protocol/recheck.ts";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import { scopesOf } from "./profile.ts";

/**
 * What is known of a link now, and the check that somebody asks for: of links on the wiki's pages alone, once an hour, no matter who asks,
 * and within the bounds of a network. A crawler makes it (sweep/asked.ts).
 */
export async function answerRecheck(
  { db, clock }: Pick<RoleContext, "db" | "clock">,
  secret: string,
  wiki: Wiki,
  { act, url, ranges }: RecheckRequest,
): Promise<RecheckResponse> {
  const address = url as NormalisedUrl;
  const id = await urlId(db, address);
  const used = id === null ? null : await db.transaction((tx) => usedUrls(tx, wiki.id, [id]));
  if (id === null || !used?.has(id)) return { refused: "not-watched", asked: null, facts: null };
  const [facts = null] = await urlFacts(db, wiki.id, [address]);
  if (facts === null || facts.spam !== null) return { refused: "spam-url", asked: null, facts };
  const asked = await askedState(db, id);
  if (act === "look" || asked !== null) return { refused: null, asked, facts };
  return db.transaction(async (tx): Promise<RecheckResponse> => {
    const today = clock.today();
    const scopes = scopesOf(secret, "check", { ranges }, { today });
    const taken = await takeAllowance(tx, scopes, { day: today, weight: 1 });
    if (taken.kind !== "taken")
      return {
        refused: taken.kind,
        ...(taken.kind === "too-soon" && { seconds: taken.seconds }),
        asked: null,
        facts,
      };
    await askCheck(tx, id);
    return { refused: null, asked: "waiting", facts };
  });
}
