import { z } from "zod";
import type { Wiki as WikiRow } from "../../../db/types.ts";
import { sampleBulk } from "../../../db/wikis/bulk/copy.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { WorkError } from "../../runtime/errors.ts";
import { IDS_PER_REQUEST } from "../pages.ts";
import { openWiki, type WikiClient } from "../wiki.ts";

/** Of fewer pages nothing can be told. */
const PAGES_MIN = 5;
/** Old dumps have pages that were moved or deleted since; another wiki has hardly any under the same id. */
const SAME_SHARE_MIN = 1 / 4;

const shape = z.array(z.object({ pageid: z.number(), title: z.string().optional() }));

/** Asks the wiki for the first pages of a dump: a dump of another wiki is a WorkError. A wiki that is away stops nothing. */
export async function requireSameWiki(ctx: RoleContext, row: WikiRow, http: WikiClient): Promise<void> {
  const sample = await sampleBulk(ctx.db, row.id, IDS_PER_REQUEST);
  if (sample.length < PAGES_MIN) return;
  const wiki = openWiki(row.api, { http, signal: ctx.signal, patience: "person" });
  const answer = await wiki.query({ prop: "info", pageids: sample.map(({ pageid }) => pageid).join("|") });
  if (!answer.ok) {
    ctx.log.warn(`${row.name}: whether the dumps are its own cannot be asked: ${answer.error.message}`);
    return;
  }
  const rows = shape.safeParse(answer.value.query.pages);
  const titles = new Map(rows.data?.map(({ pageid, title }) => [pageid, title]));
  const same = sample.filter(({ pageid, title }) => titles.get(pageid) === title).length;
  if (same >= sample.length * SAME_SHARE_MIN) return;
  const other = sample.find(({ pageid, title }) => titles.get(pageid) !== title);
  const there = titles.get(other?.pageid ?? 0);
  throw new WorkError(
    `the dumps are of another wiki than ${row.name}: page ${other?.pageid} is "${other?.title}" in them and ${there == null ? "does not exist" : `"${there}"`} at ${row.api}; give those of this wiki, or name the other one`,
  );
}
