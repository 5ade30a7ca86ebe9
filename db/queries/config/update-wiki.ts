import type { Database } from "../../connect.ts";
import { storable, storableJson } from "../../text.ts";
import type { Wiki, WikiId } from "../../types.ts";

/** What may change of a wiki; absent: stays. */
export interface WikiPatch {
  readonly api?: string;
  readonly server?: string;
  readonly articleUrl?: string;
  readonly lang?: string;
  readonly siteName?: string;
  readonly paused?: boolean;
  /** "": none. */
  readonly stream?: string;
  /** null: the last contact was good. */
  readonly error?: string | null;
  readonly feed?: Wiki["feed"];
  readonly fullDueMs?: number;
  readonly incrementalDueMs?: number;
  readonly changesDueMs?: number;
  readonly changesEveryS?: number;
}

const given = (value: unknown): 0 | 1 => (value === undefined ? 0 : 1);

/** False: no such wiki. */
export async function updateWiki(db: Database, id: WikiId, patch: WikiPatch): Promise<boolean> {
  const { sql } = db;
  const error = patch.error == null ? null : storable(patch.error);
  const siteName = patch.siteName === undefined ? null : storable(patch.siteName);
  const feed = patch.feed === undefined ? null : storableJson(patch.feed);
  const rows = await sql`
    update wiki set
      api = coalesce(${patch.api ?? null}, api),
      server = coalesce(${patch.server ?? null}, server),
      article_url = coalesce(${patch.articleUrl ?? null}, article_url),
      lang = coalesce(${patch.lang ?? null}, lang),
      site_name = coalesce(${siteName}, site_name),
      paused = coalesce(${patch.paused ?? null}, paused),
      stream = coalesce(${patch.stream ?? null}, stream),
      error = case ${given(patch.error)}::int when 1 then ${error} else error end,
      error_at = case ${given(patch.error)}::int
        when 1 then case when ${error}::text is null then null else now() end
        else error_at end,
      feed = coalesce(${feed}::text::jsonb, feed),
      full_due_at = coalesce(to_timestamp(${patch.fullDueMs ?? null}::float8 / 1000), full_due_at),
      incremental_due_at =
        coalesce(to_timestamp(${patch.incrementalDueMs ?? null}::float8 / 1000), incremental_due_at),
      changes_due_at = coalesce(to_timestamp(${patch.changesDueMs ?? null}::float8 / 1000), changes_due_at),
      changes_every_s = coalesce(${patch.changesEveryS ?? null}::int, changes_every_s)
    where id = ${id} returning id`;
  return rows.length > 0;
}
