import { addWikis } from "../../db/wikis/wikis.ts";
import type { RoleContext } from "../runtime/context.ts";
import { ensureFarm } from "./register.ts";
import type { SiteMatrix } from "./site-matrix.ts";

export interface RegisteredAll {
  /** The farm was made for them. */
  readonly farmAdded: boolean;
  readonly added: readonly string[];
  /** They were there before, and stay as they are. */
  readonly known: number;
  readonly skipped: SiteMatrix["skipped"];
}

/** Enters the wikis of a site matrix without asking any of them: each is asked who it is when it is fed first. */
export async function registerAll(
  ctx: Pick<RoleContext, "db">,
  farm: string,
  { wikis, skipped }: SiteMatrix,
): Promise<RegisteredAll> {
  const { farm: found, added: farmAdded } = await ensureFarm(ctx, farm);
  const added = await addWikis(ctx.db, found.code, wikis);
  return { farmAdded, added, known: wikis.length - added.length, skipped };
}
