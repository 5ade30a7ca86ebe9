import { and, eq, exists, gt, inArray, or, type SQL, sql } from "drizzle-orm";
import { EVENT_PAGES_MAX, type EventFilter } from "../../shared/protocol/feed.ts";
import type { Orm } from "../connect.ts";
import { event, eventPage, pageLink } from "../schema/index.ts";
import { apart, arrayOf, isAnyOf } from "../statement.ts";
import type { WikiId } from "../types.ts";

/** Kinds and namespaces, as a condition on `event`. */
export function passesKindAndNamespace({ kinds, namespaces }: EventFilter): SQL | undefined {
  const { kind, pageCount, pages, namespaces: ofPages } = event;
  return and(
    kinds === null ? undefined : isAnyOf(kind, kinds),
    namespaces === null
      ? undefined
      : or(
          eq(pageCount, 0),
          sql`${pageCount} > json_array_length(${pages})`,
          sql`coalesce(${ofPages}, '{0}') && ${sql.param([...namespaces])}::int[]`,
        ),
  );
}

interface Range {
  readonly wiki: WikiId;
  readonly after: number;
  readonly limit: number;
  readonly order: "oldest" | "newest";
}

/**
 * The ids of the first events that concern a watchlist, by indexes alone, however many others lie between: events that name one
 * of its pages; those with more pages than they name, if their URL is on one of them now; of spam lists and relaunches
 * such events all, as they have no URL that is watched; and gaps.
 */
export function watchedEventIds(
  orm: Orm,
  { wiki, after, limit, order }: Range,
  filter: EventFilter & { readonly pageids: readonly number[] },
): SQL {
  const first = sql`order by id ${sql.raw(order === "oldest" ? "asc" : "desc")} limit ${limit}::int`;
  const passes = passesKindAndNamespace(filter);
  const { eventId, pageid } = eventPage;
  const ofPage = orm
    .select({ id: sql<number>`${eventId}`.as("id") })
    .from(eventPage)
    .where(and(eq(eventPage.wikiId, wiki), sql`${pageid} = watched.pageid`, gt(eventId, after)));
  const passing = orm
    .select({ id: event.id })
    .from(event)
    .where(and(eq(event.wikiId, wiki), sql`${event.id} = of_page.id`, passes));
  const named =
    passes === undefined
      ? ofPage
      : orm
          .select({ id: sql<number>`id` })
          .from(sql`(${apart(ofPage)}) as of_page`)
          .where(exists(passing));
  const links = orm
    .select({ urlId: sql<number>`unnest(${pageLink.urls})` })
    .from(pageLink)
    .where(and(eq(pageLink.wikiId, wiki), isAnyOf(pageLink.pageid, filter.pageids)));
  const isWide = sql`${event.pageCount} > ${sql.raw(String(EVENT_PAGES_MAX))}`;
  const others = [
    and(isWide, inArray(event.urlId, links)),
    and(isWide, isAnyOf(event.kind, ["spam", "site-relaunched"])),
    eq(event.kind, "gap"),
  ];
  const found = [
    // Page by page, so that the planner has no choice to walk through all events until enough were found.
    sql`(select each.id from unnest(${arrayOf(pageid, filter.pageids)}) as watched (pageid), lateral (${named} ${first}) as each)`,
    ...others.map((condition) => {
      const all = orm
        .select({ id: event.id })
        .from(event)
        .where(and(eq(event.wikiId, wiki), gt(event.id, after), passes, condition));
      return sql`(select id from (${apart(all)}) as found ${first})`;
    }),
  ];
  return sql`array(select id from (${sql.join(found, sql` union `)}) as watched ${first})`;
}
