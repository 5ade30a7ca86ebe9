import type { Database } from "../../connect.ts";
import type { Wiki } from "../../types.ts";

/** The columns of a Wiki, for `from wiki w join farm f on f.code = w.farm`. */
export const wikiColumns = ({ sql }: Database) => sql`
  w.id, w.dbname, w.farm, w.dbname || '@' || f.name as name, w.api, w.server, w.article_url as "articleUrl",
  w.lang, w.site_name as "siteName", f.internal_hosts as "internalHosts", w.paused, w.error,
  (extract(epoch from w.error_at) * 1000)::float8 as "errorAtMs", w.feed,
  (extract(epoch from w.full_due_at) * 1000)::float8 as "fullDueMs",
  (extract(epoch from w.incremental_due_at) * 1000)::float8 as "incrementalDueMs",
  (extract(epoch from w.changes_at) * 1000)::float8 as "changesAtMs", w.changes_place as "changesPlace",
  (extract(epoch from w.changes_due_at) * 1000)::float8 as "changesDueMs", w.changes_every_s as "changesEveryS",
  (extract(epoch from w.retry_at) * 1000)::float8 as "retryMs", w.setbacks, w.stream,
  exists (select 1 from stream s where s.url = w.stream and s.error is null
    and s.seen_at > clock_timestamp() - interval '1 minute') as streamed`;

export type WikiRow = Wiki;
