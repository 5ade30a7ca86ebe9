import { updateWiki } from "../../db/queries/config/update-wiki.ts";
import { clearNeedsUpdate } from "../../db/queries/feed/clear-needs-update.ts";
import { touchPages } from "../../db/queries/feed/touch-pages.ts";
import type { Json, Wiki as WikiRow } from "../../db/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { WikiError } from "./answer.ts";
import type { Selection, Source } from "./criteria.ts";
import { type ListedPage, type Place, readList } from "./pages.ts";
import type { Wiki } from "./wiki.ts";

/** How often a list's place is written down: after an interruption at most this many requests are made again. */
const REMEMBER_EVERY = 20;

/** Where the first run stands, kept in the wiki's row: a start after an interruption goes on there. */
interface Listing {
  /** Names of the sources that were read to their end. */
  readonly done: readonly string[];
  /** The source being read, and where its next batch begins. */
  readonly source: string | null;
  readonly place: Place;
}

const NOTHING_LISTED: Listing = { done: [], source: null, place: null };

export interface ListCounts {
  listed: number;
  created: number;
}

interface ListRun {
  readonly ctx: RoleContext;
  readonly row: WikiRow;
  readonly wiki: Wiki;
  readonly counts: ListCounts;
  readonly tell: (text: string) => void;
}

/**
 * The first run (F2): every page of the wiki's criteria is touched and marked for the second run; then excluded pages
 * lose the mark. Null: it is complete, and the next one starts anew.
 */
export async function runList(run: ListRun, selection: Selection): Promise<WikiError | null> {
  const { ctx, row, wiki } = run;
  let listing = parseListing(row.feed.listing);
  const remember = (next: Listing) => {
    listing = next;
    return updateWiki(ctx.db, row.id, { feed: { ...row.feed, listing: toJson(next) } });
  };
  for (const source of selection.include) {
    if (listing.done.includes(source.name)) continue;
    const from = listing.source === source.name ? listing.place : null;
    const error = await listSource(run, source, from, selection.namespacesExcluded, (place) =>
      remember({ done: listing.done, source: source.name, place }),
    );
    if (error !== null) {
      // A place that the wiki does not take any more must not stop every later start.
      if (from !== null && error.kind === "refused")
        await remember({ ...listing, source: null, place: null });
      return error;
    }
    await remember({ done: [...listing.done, source.name], source: null, place: null });
  }
  for (const { request } of selection.exclude) {
    const error = await readList(wiki, request, null, async (pages) => {
      await clearNeedsUpdate(
        ctx.db,
        row.id,
        pages.map(({ pageid }) => pageid),
      );
    });
    if (error !== null) return error;
  }
  await updateWiki(ctx.db, row.id, { feed: { ...row.feed, listing: undefined } });
  return null;
}

function listSource(
  { ctx, row, wiki, counts, tell }: ListRun,
  { name, request }: Source,
  from: Place,
  excluded: ReadonlySet<number>,
  remember: (place: Place) => Promise<unknown>,
): Promise<WikiError | null> {
  let batches = 0;
  return readList(wiki, request, from, async (pages: ListedPage[], next: Place) => {
    const wanted = pages.filter(({ namespace }) => namespace >= 0 && !excluded.has(namespace));
    if (wanted.length > 0) {
      const { created } = await touchPages(ctx.db, row.id, wanted, ctx.clock.today());
      counts.listed += wanted.length;
      counts.created += created;
    }
    batches += 1;
    if (next !== null && batches % REMEMBER_EVERY === 0) await remember(next);
    tell(`${counts.listed} pages found (${name})`);
  });
}

function toJson({ done, source, place }: Listing): Json {
  return { done, source, place };
}

/** What stands in the row was written by us, perhaps by another version: what does not fit is nothing. */
function parseListing(stored: Json | undefined): Listing {
  if (typeof stored !== "object" || stored === null || !("done" in stored)) return NOTHING_LISTED;
  const { done, source, place } = stored;
  if (!Array.isArray(done) || !done.every((name) => typeof name === "string")) return NOTHING_LISTED;
  const strings =
    typeof place === "object" && place !== null
      ? Object.entries(place).filter((pair): pair is [string, string] => typeof pair[1] === "string")
      : [];
  return {
    done,
    source: typeof source === "string" ? source : null,
    place: strings.length === 0 ? null : Object.fromEntries(strings),
  };
}
