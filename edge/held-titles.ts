import type { EdgeDeps, EdgeEnv } from "./env.ts";
import { createOrigin } from "./origin.ts";
import type { TitleMeaning } from "./titles.ts";

/**
 * What titles mean while their wiki does not say (Q1): what is remembered, else the page that the database has under that title.
 * Which of them are redirects it does not know. null: nobody can say anything.
 */
export async function heldTitles(
  wiki: string,
  titles: readonly string[],
  remembered: ReadonlyMap<string, TitleMeaning>,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<ReadonlyMap<string, TitleMeaning> | null> {
  const others = titles.filter((title) => !remembered.has(title));
  if (others.length === 0) return remembered;
  const held = await createOrigin(deps, env).titles(wiki, others);
  if (held === null) return remembered.size === 0 ? null : remembered;
  const meanings = new Map(remembered);
  for (const [title, pageid] of held) meanings.set(title, { kind: "page", pageid, redirected: false });
  return meanings;
}
