import type { EventDetail, EventKind, FeedEvent } from "../../../shared/protocol/feed.ts";
import { writeCursor } from "../../../shared/protocol/feed.ts";
import type { Sql } from "../../connect.ts";

export interface EventRow {
  readonly id: number;
  readonly second: number;
  readonly atMs: number;
  readonly day: number;
  readonly kind: EventKind;
  readonly url: string | null;
  readonly pages: readonly (readonly [pageid: number, namespace: number, title: string])[];
  readonly pageCount: number;
  readonly detail: EventDetail;
}

/** Of an event's place (`EventPlace`). */
export const placeColumns = (sql: Sql) => sql`id, floor(extract(epoch from at))::bigint as second`;

export const eventColumns = (sql: Sql) => sql`
  ${placeColumns(sql)}, floor(extract(epoch from at) * 1000)::bigint as "atMs", day, kind, url, pages,
  page_count as "pageCount", detail`;

export function eventOf({ id, second, pages, detail, ...row }: EventRow): FeedEvent {
  return {
    ...detail,
    ...row,
    id: writeCursor({ id, second }),
    pages: pages.map(([pageid, namespace, title]) => ({ pageid, title, namespace })),
  };
}
