import { clearNeedsUpdate } from "../../db/queries/feed/clear-needs-update.ts";
import { deletePages } from "../../db/queries/feed/delete-pages.ts";
import { pagesNeedingUpdate } from "../../db/queries/feed/pages-needing-update.ts";
import { recordPageLinks } from "../../db/queries/feed/record-page-links.ts";
import type { Wiki as WikiRow } from "../../db/types.ts";
import { internalTest } from "../../shared/answer/internal.ts";
import { urlKey } from "../../shared/url/key.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import type { RoleContext } from "../runtime/context.ts";
import type { WikiError } from "./answer.ts";
import { sortLinks } from "./links.ts";
import { IDS_PER_REQUEST, LINKS_PER_PAGE_MAX, type PageState, readPages } from "./pages.ts";
import type { Result, Wiki } from "./wiki.ts";

/** Pages of a batch that are written at once; each is a few short statements. */
const WRITES_AT_ONCE = 6;

export interface ReadCounts {
  /** Pages whose links were read. */
  read: number;
  /** Pages that are gone, or are no wikitext any more. */
  deleted: number;
  /** Links of those pages that are watched. */
  watched: number;
  /** Uses of a URL that were not there at the visit before. */
  added: number;
  internal: number;
  ignored: number;
  invalid: number;
}

interface ReadRun {
  readonly ctx: RoleContext;
  readonly row: WikiRow;
  readonly wiki: Wiki;
  readonly counts: ReadCounts;
  readonly tell: (text: string) => void;
}

/**
 * The second run (F3): all pages that are marked. The mark goes with each page that was written, so an interruption
 * loses nothing. While one batch is written the next is already asked for; the wiki itself is asked serially.
 */
export async function runRead(run: ReadRun): Promise<WikiError | null> {
  const { ctx, row, wiki, counts, tell } = run;
  const isInternal = internalTest({ server: row.server, internalHosts: row.internalHosts || null });
  type Batch = { readonly ids: number[]; readonly answer: Result<PageState[]> };

  async function fetchAfter(after: number): Promise<Batch | null> {
    const pages = await pagesNeedingUpdate(ctx.db, row.id, IDS_PER_REQUEST, after);
    const ids = pages.map(({ pageid }) => pageid);
    return ids.length === 0 ? null : { ids, answer: await readPages(wiki, ids) };
  }

  for (let batch = await fetchAfter(0); batch !== null; ) {
    if (!batch.answer.ok) return batch.answer.error;
    const next = fetchAfter(batch.ids.at(-1) ?? 0);
    // Its failure is looked at below, after our own writes.
    next.catch(() => {});
    await write(run, batch.answer.value, isInternal);
    await passOver(run, batch.ids, batch.answer.value);
    tell(`${counts.read} pages read, ${counts.watched} links`);
    batch = await next;
    if (ctx.signal.aborted) return { kind: "stopped", message: "stopped" };
  }
  return null;
}

/** A page about which the wiki says nothing would be asked for again and again; the next first run marks it anew. */
async function passOver(
  { ctx, row }: ReadRun,
  ids: readonly number[],
  states: readonly PageState[],
): Promise<void> {
  const answered = new Set(states.map(({ pageid }) => pageid));
  const silent = ids.filter((id) => !answered.has(id));
  if (silent.length === 0) return;
  ctx.log.warn(`${row.name} says nothing about ${silent.length} pages (${silent.slice(0, 5).join(", ")} …)`);
  await clearNeedsUpdate(ctx.db, row.id, silent);
}

async function write(
  { ctx, row, counts }: ReadRun,
  states: readonly PageState[],
  isInternal: (parts: UrlParts) => boolean,
): Promise<void> {
  const day = ctx.clock.today();
  const gone = (kind: PageState["kind"]) =>
    states.filter((state) => state.kind === kind).map(({ pageid }) => pageid);
  const missing = gone("missing");
  const otherModel = gone("other-model");
  if (missing.length > 0) counts.deleted += await deletePages(ctx.db, row.id, missing, "deleted", day);
  if (otherModel.length > 0)
    counts.deleted += await deletePages(ctx.db, row.id, otherModel, "content-model", day);
  const pages = states.filter((state) => state.kind === "page");
  for (let at = 0; at < pages.length; at += WRITES_AT_ONCE)
    await Promise.all(
      pages.slice(at, at + WRITES_AT_ONCE).map(async ({ pageid, title, namespace, links, cut }) => {
        if (cut)
          ctx.log.warn(`${row.name} page ${pageid}: links beyond ${LINKS_PER_PAGE_MAX} are not watched`);
        const sorted = sortLinks(links, { isInternal, allowPrivate: ctx.config.allowPrivate });
        const linked = sorted.watched.map((link) => ({ ...link, key: urlKey(link.url) }));
        const page = { wikiId: row.id, pageid, title, namespace };
        const { added } = await recordPageLinks(ctx.db, page, linked, day);
        counts.read += 1;
        counts.watched += linked.length;
        counts.added += added;
        counts.internal += sorted.internal;
        counts.ignored += sorted.ignored;
        counts.invalid += sorted.invalid;
      }),
    );
}
