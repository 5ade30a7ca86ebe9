import type { KnownMove } from "../../shared/moves/rules.ts";
import type { Database } from "../connect.ts";
import { move } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";
import type { UrlId } from "../types.ts";
import { decodeDay } from "../urls/row.ts";

/** What is known of the moves of these URLs; those of which nothing is known are left out. */
export async function knownMoves(
  { orm }: Database,
  ids: readonly UrlId[],
): Promise<ReadonlyMap<UrlId, KnownMove>> {
  if (ids.length === 0) return new Map();
  const rows = await orm.select().from(move).where(isAnyOf(move.urlId, ids));
  return new Map(
    rows.map(({ urlId, target, rule, days, checked }) => [
      urlId,
      { to: target, rule, days, checked: decodeDay(checked) },
    ]),
  );
}
