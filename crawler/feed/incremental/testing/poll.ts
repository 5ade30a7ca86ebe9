import type { WikiId } from "../../../../db/types.ts";
import { feedWiki, type WikiFeed } from "../../feed-wiki.ts";
import { clock, context, type FedWiki, feeder, rowOf, through } from "../../testing/feeder.ts";

const SLICES_MAX = 50;

interface Options {
  /** The feeder is killed after so many requests, without a last word. */
  readonly requests?: number;
  /** False: the newest changes may not have settled yet. */
  readonly settle?: boolean;
}

/** Slices of a feeder that reads the wiki's changes, but makes no first run; answers what it did in all. */
export async function fed(
  { fake, name }: Pick<FedWiki, "fake" | "name">,
  { requests = Number.POSITIVE_INFINITY, settle = true }: Options = {},
): Promise<Pick<WikiFeed, "changes" | "read" | "deleted">> {
  if (settle) fake.changes.nowMs += 31_000;
  const sum = { changes: 0, read: 0, deleted: 0 };
  const killed = new AbortController();
  let left = requests;
  const mortal = through(() => {
    left -= 1;
    if (left < 0) killed.abort();
    return killed.signal.aborted ? { kind: "failure", failure: "aborted", detail: "killed" } : undefined;
  });
  await context().db.sql`update wiki set changes_due_at = 'epoch' where id = ${(await rowOf(name)).id}`;
  for (let slices = 0; slices < SLICES_MAX && !killed.signal.aborted; slices += 1) {
    const row = await rowOf(name);
    const { id, fullDueMs } = row;
    // First runs have their own tests.
    if (fullDueMs <= clock.now())
      await context().db.sql`update wiki set full_due_at = 'infinity' where id = ${id}`;
    const slice = { listsOver: () => false, over: () => false };
    const options = { http: mortal, worker: "test:1:feed", now: false, slice };
    const done = await feedWiki({ ...feeder(), signal: killed.signal }, row, options);
    if (fullDueMs <= clock.now())
      await context().db
        .sql`update wiki set full_due_at = 'epoch' where id = ${id} and full_due_at = 'infinity'`;
    sum.changes += done.changes;
    sum.read += done.read;
    sum.deleted += done.deleted;
    if ((await rowOf(name)).changesDueMs > clock.now() && !(await open(id))) break;
  }
  return sum;
}

async function open(wiki: WikiId): Promise<boolean> {
  const rows = await context().db.sql`
    select 1 from changed_page where wiki_id = ${wiki}
    union all select 1 from page where wiki_id = ${wiki} and needs_update limit 1`;
  return rows.length > 0;
}

/** The watched links of every page whose links were read, by page id. */
export async function links(wiki: WikiId): Promise<Record<number, string[]>> {
  const rows = await context().db.sql<{ pageid: number; urls: string[] }[]>`
    select p.pageid, coalesce(array_agg(h.name || u.path order by h.name, u.path)
      filter (where u.id is not null), '{}') as urls
    from page p left join page_link l on l.wiki_id = p.wiki_id and l.pageid = p.pageid
    left join url u on u.id = any(l.urls) left join host h on h.id = u.host_id
    where p.wiki_id = ${wiki} and p.links_read >= 0 group by p.pageid order by p.pageid`;
  return Object.fromEntries(rows.map(({ pageid, urls }) => [pageid, urls]));
}
