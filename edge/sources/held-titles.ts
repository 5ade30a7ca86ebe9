import { ORIGIN } from "../../shared/protocol/origin.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { askOrigin } from "./origin.ts";
import { type TitleMeaning, unfitAnywhere } from "./titles.ts";

const ANSWER_MS = 2_000;

/**
 * What titles mean while their wiki does not say (Q1): what is remembered, else the page that the database has under that title.
 * Which of them are redirects it does not know; of those that are a page in no wiki it is not asked. null: nobody can say anything.
 */
export async function heldTitles(
  wiki: string,
  titles: readonly string[],
  remembered: ReadonlyMap<string, TitleMeaning>,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<ReadonlyMap<string, TitleMeaning> | null> {
  const meanings = new Map(remembered);
  for (const title of titles) {
    const unfit = meanings.has(title) ? null : unfitAnywhere(title);
    if (unfit !== null) meanings.set(title, unfit);
  }
  const others = titles.filter((title) => !meanings.has(title));
  if (others.length === 0) return meanings;
  const held = await askOrigin(deps, env, ORIGIN.titles, { wiki, titles: others }, ANSWER_MS);
  if (held.kind !== "answer") return meanings.size === 0 ? null : meanings;
  for (const { title, pageid } of held.answer.pages)
    meanings.set(title, { kind: "page", pageid, redirected: false });
  return meanings;
}
