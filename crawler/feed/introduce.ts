import { updateWiki } from "../../db/queries/config/update-wiki.ts";
import type { Wiki as WikiRow } from "../../db/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { WikiError } from "./answer.ts";
import { readSiteInfo } from "./siteinfo.ts";
import type { Wiki } from "./wiki.ts";

/**
 * Asks a wiki that came from a site matrix who it is, before anything is read of it. Answers the row as it is then, or
 * why the wiki cannot be used.
 */
export async function introduce(
  { db }: Pick<RoleContext, "db">,
  row: WikiRow,
  wiki: Wiki,
): Promise<WikiRow | WikiError> {
  if (row.feed.unasked !== true) return row;
  const site = await readSiteInfo(wiki);
  if (!site.ok) return site.error;
  const { server, articleUrl, lang, siteName, dbname } = site.value;
  if (dbname !== row.dbname)
    return {
      kind: "refused",
      message: `${row.api} calls itself ${dbname} and not ${row.dbname}, as the site matrix has it; correct its address by: weboid wiki set ${row.name} --api URL, or leave it out by --pause`,
    };
  const { unasked: _, ...feed } = row.feed;
  const details = { server, articleUrl, lang, siteName, feed };
  await updateWiki(db, row.id, details);
  return { ...row, ...details };
}
