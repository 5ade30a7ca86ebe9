import { and, eq, not, or, sql } from "drizzle-orm";
import { prebuilt } from "../orm.ts";
import { page, pageLink, spamUse, url, wiki } from "../schema/index.ts";
import { keepLists, listEditions } from "../spam/lists.ts";
import { excluded, isAnyOf } from "../statement.ts";
import { isBlocked } from "../urls/row.ts";

/** The statements of `recordPageLinks`, made once: a feeder executes them a hundred times a second. */

const given = sql.placeholder;
const value = (name: string) => sql`${given(name)}`;

const isPage = and(eq(page.wikiId, given("wikiId")), eq(page.pageid, given("pageid")));
const linksOfPage = and(eq(pageLink.wikiId, wiki.id), eq(pageLink.pageid, given("pageid")));

/** What a page has so far, to the best of our knowledge: it is not locked yet. From here on no list changes (P1). */
export const knownUrls = prebuilt((orm) =>
  orm
    .select({ kept: keepLists, urls: pageLink.urls, pageid: page.pageid })
    .from(wiki)
    .leftJoin(page, isPage)
    .leftJoin(pageLink, linksOfPage)
    .where(eq(wiki.id, given("wikiId"))),
);

const isOld = sql`(${url.touched} < ${given("stale")} or ${isBlocked})`;

/** How many of these URLs were touched lately, and are checked. */
export const countTouched = prebuilt((orm) =>
  orm
    .select({ count: sql<number>`count(*)::int` })
    .from(url)
    .where(and(isAnyOf(url.id, given("ids")), not(isOld))),
);

/** Locks the others of these URLs, and those of them that are `fresh`. */
export const lockUrls = prebuilt((orm) =>
  orm
    .select({ id: url.id, touched: url.touched, flags: url.flags })
    .from(url)
    .where(and(isAnyOf(url.id, given("ids")), or(isAnyOf(url.id, given("fresh")), isOld)))
    .orderBy(url.id)
    .for("update"),
);

export const lockPage = prebuilt((orm) => {
  const { title, namespace, linksRead, unwatched } = page;
  return orm.select({ title, namespace, linksRead, unwatched }).from(page).where(isPage).for("update");
});

export const insertPage = prebuilt((orm) =>
  orm
    .insert(page)
    .values({
      wikiId: given("wikiId"),
      pageid: given("pageid"),
      title: given("title"),
      namespace: given("namespace"),
      touched: given("touched"),
    })
    .onConflictDoNothing(),
);

/** What is stored of a page: a row for each of its links that a list blocks, or one row. */
export const storedLinks = prebuilt((orm) => {
  const { key, url, list, line } = spamUse;
  return orm
    .select({
      urls: pageLink.urls,
      spam: { key, url, list, line },
      editions: listEditions,
      pass: wiki.pass,
    })
    .from(wiki)
    .leftJoin(pageLink, linksOfPage)
    .leftJoin(spamUse, and(eq(spamUse.wikiId, wiki.id), eq(spamUse.pageid, given("pageid"))))
    .where(eq(wiki.id, given("wikiId")));
});

export const storeLinks = prebuilt((orm) =>
  orm
    .insert(pageLink)
    .values({ wikiId: given("wikiId"), pageid: given("pageid"), urls: given("urls") })
    .onConflictDoUpdate({
      target: [pageLink.wikiId, pageLink.pageid],
      set: { urls: excluded(pageLink.urls) },
    }),
);

/** `touched` and `pass`: -1 where they stay. */
export const updatePage = prebuilt((orm) =>
  orm
    .update(page)
    .set({
      title: value("title"),
      namespace: value("namespace"),
      redirect: value("redirect"),
      unwatched: value("unwatched"),
      invalid: value("invalid"),
      linksRead: value("day"),
      needsUpdate: value("needsUpdate"),
      touched: sql`greatest(${page.touched}, ${given("touched")}::int)`,
      pass: sql`greatest(${page.pass}, ${given("pass")}::int)`,
    })
    .where(isPage),
);
