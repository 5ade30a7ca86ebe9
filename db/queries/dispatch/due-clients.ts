import type { Database } from "../../connect.ts";
import { FEED_TARGET } from "../../types.ts";
import type { ClaimRequest } from "./claim-clients.ts";

export type DueRequest = Pick<ClaimRequest, "target" | "work" | "wiki" | "until" | "except">;

/** Members of a `with`, the last of which is `due`: the clients that have something to be told, held or not. */
export function dueClients({ sql }: Database, { target, work, wiki, until, except = [] }: DueRequest) {
  return sql`
    head as materialized (
      select change.xid, change.id from change
      where change.xid < coalesce(${until?.xid ?? null}::xid8, pg_snapshot_xmin(pg_current_snapshot()))
      order by change.xid desc, change.id desc limit 1
    ), placed as (
      select c.*, c.position_xid > pg_snapshot_xmax(pg_current_snapshot()) as foreign_position
      from dispatch_client c
      where c.target = ${target} and c.wiki_id = coalesce(${wiki ?? null}::int, c.wiki_id)
        and c.token <> all(${except.map(({ token }) => token)}::bigint[])
    ), known as (
      select p.*, target <> ${FEED_TARGET} and (needs_export or foreign_position) as exported,
        target <> ${FEED_TARGET} and profile_due and profile_version = '' as unknown_there
      from placed p
    ), due as (
      select wiki_id, target, foreign_position from known
      where case ${work}::text
        when 'profile' then unknown_there or (profile_due and not exported)
        when 'export' then exported and not unknown_there
        else not exported and (needs_export or foreign_position
          or (position_xid, position_id) < (select head.xid, head.id from head)) end
    )`;
}
