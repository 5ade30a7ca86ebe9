import type { WikiId } from "../../../db/types.ts";
import type { StreamWiki } from "../../../db/wikis/streams.ts";
import type { StreamEvent } from "./events.ts";

/**
 * Of one wiki, within an hour: some three times what the busiest wiki edits. A stream that tells more, whatever it is,
 * makes the wiki no more work than its own list of changes does.
 */
const PAGES_PER_HOUR_MAX = 100_000;
const HOUR_MS = 3_600_000;
/** A wiki's own list of changes is read so often at most, however many events ask for it. */
const HINT_MS = 15_000;

/** What a stream told since it was last stored. */
export interface Backlog {
  /** Events of other wikis, and of pages that the criteria cannot include, are passed over. */
  add(event: StreamEvent): void;
  readonly size: number;
  /** Hands it over and begins anew; hints that come too soon after one before wait for the next time. */
  take(): { readonly pages: ReadonlyMap<WikiId, ReadonlySet<number>>; readonly hints: ReadonlySet<WikiId> };
}

/** `wikis`: those of the stream, as they are at the moment. */
export function createBacklog(wikis: () => readonly StreamWiki[], now: () => number): Backlog {
  let pages = new Map<WikiId, Set<number>>();
  const hints = new Set<WikiId>();
  const hinted = new Map<WikiId, number>();
  let size = 0;
  let hour = 0;
  const counts = new Map<WikiId, number>();

  function addTo(id: WikiId, pageid: number | null): void {
    const count = (counts.get(id) ?? 0) + 1;
    if (pageid === null || count > PAGES_PER_HOUR_MAX) {
      hints.add(id);
      return;
    }
    counts.set(id, count);
    pages.set(id, (pages.get(id) ?? new Set()).add(pageid));
  }

  return {
    add(event) {
      const current = Math.floor(now() / HOUR_MS);
      if (current !== hour) counts.clear();
      hour = current;
      for (const wiki of wikis()) {
        if (!concerns(event, wiki)) continue;
        addTo(wiki.id, event.pageid);
        size += 1;
      }
    },
    get size() {
      return size;
    },
    take() {
      const due = [...hints].filter((id) => now() - (hinted.get(id) ?? 0) >= HINT_MS);
      for (const id of due) {
        hints.delete(id);
        hinted.set(id, now());
      }
      const taken = { pages, hints: new Set(due) };
      pages = new Map();
      size = 0;
      return taken;
    },
  };
}

/** People name their wiki as they like (`weboid wiki add`), so its host says as well which one it is. */
function concerns(event: StreamEvent, { dbname, server, namespaces }: StreamWiki): boolean {
  const own = event.dbname === dbname || (event.domain !== "" && event.domain === URL.parse(server)?.host);
  return own && (namespaces === null || event.namespace === null || namespaces.includes(event.namespace));
}
