import type { Database } from "../../../db/connect.ts";
import { type RelaunchPlace, relaunchesOf } from "../../../db/relaunches/read.ts";
import type { Wiki } from "../../../db/wikis/wikis.ts";
import { LIST_ENTRIES } from "../../../shared/answer/lists.ts";
import type { RelaunchList } from "../../../shared/answer/organisation.ts";
import type { Day } from "../../../shared/calendar/day.ts";

const writeCursor = ({ to, id }: RelaunchPlace): string => `${to}-${id}`;

function readCursor(text: string): RelaunchPlace | null {
  const [, to, id] = /^([0-9]{1,5})-([0-9]{1,9})$/.exec(text) ?? [];
  return id === undefined ? null : { to: Number(to), id: Number(id) };
}

/** The relaunches of sites to which a wiki links (O5). */
export async function relaunchList(
  db: Database,
  wiki: Wiki,
  cursor: string | null,
  today: Day,
): Promise<RelaunchList | "bad-cursor"> {
  const after = cursor === null ? null : readCursor(cursor);
  if (cursor !== null && after === null) return "bad-cursor";
  const found = await relaunchesOf(db, wiki.id, { domains: null, after, limit: LIST_ENTRIES + 1 });
  const shown = found.slice(0, LIST_ENTRIES);
  const last = found.length > LIST_ENTRIES ? shown.at(-1) : undefined;
  return {
    version: 1,
    generated: today,
    wiki: wiki.name,
    list: "relaunches",
    entries: shown.map(({ id: _, ...each }) => each),
    cursor: last === undefined ? null : writeCursor(last),
  };
}
