import { z } from "zod";
import type { WikiId } from "../../../db/types.ts";
import type { StreamWiki } from "../../../db/wikis/streams.ts";
import { HOUR_MS } from "../../../shared/calendar/day.ts";
import { isRecord } from "../../../shared/json/record.ts";
import { watchCache } from "../../runtime/caches.ts";
import { PAGE_LOGS } from "../incremental/changes.ts";

/** What is used of an event; everything else is asked of the wiki itself (F4, F5). */
export interface StreamEvent {
  /** The wiki's name for itself (`dewiki`); "": not given. */
  readonly dbname: string;
  /** The wiki's host; "": not given. */
  readonly domain: string;
  /** The page to read again; null: not given, the wiki's own list of changes has it. */
  readonly pageid: number | null;
  /** The page's namespace; null: not given, or the page had or has another one. */
  readonly namespace: number | null;
}

const pageid = z.int().positive();
const namespace = z.int32().nullable().catch(null);
interface Link {
  readonly external: boolean;
}
const isLink = (one: unknown): boolean => isRecord(one) && typeof one.external === "boolean";
/** Ends at the first that is none: of each the library would keep what is wrong with it. */
const links = z
  .custom<readonly Link[]>((all) => Array.isArray(all) && all.every(isLink))
  .optional()
  .catch(undefined);

/** Events of EventBus (page-links-change, page-delete, page-undelete, page-move, page-create, revision-create). */
const ofPage = z.object({
  database: z.string(),
  page_id: pageid,
  page_namespace: namespace.default(null),
  prior_state: z.unknown().optional(),
  added_links: links,
  removed_links: links,
});

/** Events of mediawiki.page_change.v1. */
const pageChange = z.object({
  wiki_id: z.string(),
  page_change_kind: z.string().catch(""),
  page: z.object({ page_id: pageid, namespace_id: namespace.default(null) }),
});

/** Events of MediaWiki's own feed of recent changes, which has no page id; some add it. */
const recentChange = z.object({
  wiki: z.string().catch(""),
  server_name: z.string().catch(""),
  type: z.enum(["edit", "new", "log", "categorize"]),
  namespace: namespace.default(null),
  log_type: z.string().nullish().catch(null),
  page_id: pageid.optional().catch(undefined),
});

const meta = z.object({ meta: z.object({ domain: z.string() }) });

/** The domain of events by which the service monitors itself. */
const CANARY = "canary";

/** Parses one event's data; null: it concerns no page's links, or is of an unknown kind. Pure. */
export function readEvent(data: string): StreamEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  const domain = meta.safeParse(value).data?.meta.domain ?? "";
  if (domain === CANARY) return null;
  return readPageEvent(value, domain) ?? readRecentChange(value, domain);
}

function readPageEvent(value: unknown, domain: string): StreamEvent | null {
  const page = ofPage.safeParse(value).data;
  if (page !== undefined) {
    const changed = [page.added_links, page.removed_links].flatMap((list) => list ?? []);
    if (changed.length > 0 && changed.every(({ external }) => !external)) return null;
    // The namespace it came from may be watched.
    const moved = page.prior_state != null;
    return {
      dbname: page.database,
      domain,
      pageid: page.page_id,
      namespace: moved ? null : page.page_namespace,
    };
  }
  const change = pageChange.safeParse(value).data;
  if (change === undefined) return null;
  const { page_id, namespace_id } = change.page;
  const moved = change.page_change_kind === "move";
  return { dbname: change.wiki_id, domain, pageid: page_id, namespace: moved ? null : namespace_id };
}

function readRecentChange(value: unknown, domain: string): StreamEvent | null {
  const change = recentChange.safeParse(value).data;
  if (change === undefined) return null;
  const { wiki, server_name, type, log_type, page_id } = change;
  if (type === "log" && !PAGE_LOGS.has(log_type ?? "")) return null;
  return {
    dbname: wiki,
    domain: server_name || domain,
    pageid: page_id ?? null,
    // The page of a log may have been moved, and with `categorize` the namespace is the category's.
    namespace: type === "edit" || type === "new" ? change.namespace : null,
  };
}

/**
 * Pages that a stream may queue for one wiki in an hour: some three times what the busiest wiki edits. For more, the wiki
 * is only hinted at, and its own list of changes read.
 */
const PAGES_PER_HOUR_MAX = 100_000;
/** Events that wait at once, by far more than are stored together; for those beyond, the wikis are only hinted at. */
const EVENTS_MAX = 10_000;
/** How often at most a hint makes a wiki's own list of changes due. */
const HINT_MS = 15_000;

/** Events of a stream that are not stored yet. */
export interface Backlog {
  /** Adds an event; those of other wikis, and of pages that the criteria cannot include, are ignored. */
  add(event: StreamEvent): void;
  readonly size: number;
  /** Returns what there is and empties the backlog; a hint that comes too soon after another waits for the next time. */
  take(): { readonly pages: ReadonlyMap<WikiId, ReadonlySet<number>>; readonly hints: ReadonlySet<WikiId> };
}

/** `wikis`: returns the wikis of the stream at the moment. */
export function createBacklog(wikis: () => readonly StreamWiki[], now: () => number): Backlog {
  let pages = new Map<WikiId, Set<number>>();
  const hints = new Set<WikiId>();
  const hinted = new Map<WikiId, number>();
  let size = 0;
  let hour = 0;
  const counts = new Map<WikiId, number>();
  let index = indexOf([]);

  function addTo(id: WikiId, pageid: number | null): void {
    const count = (counts.get(id) ?? 0) + 1;
    if (pageid === null || count > PAGES_PER_HOUR_MAX || size === EVENTS_MAX) {
      hints.add(id);
      return;
    }
    counts.set(id, count);
    pages.set(id, (pages.get(id) ?? new Set()).add(pageid));
  }

  const backlog: Backlog = {
    add(event) {
      const current = Math.floor(now() / HOUR_MS);
      if (current !== hour) counts.clear();
      hour = current;
      const known = wikis();
      if (index.wikis !== known) index = indexOf(known);
      for (const wiki of wikisOf(index, event)) {
        if (!mayInclude(wiki, event)) continue;
        addTo(wiki.id, event.pageid);
        size = Math.min(size + 1, EVENTS_MAX);
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
  return watchCache("stream-events", backlog, EVENTS_MAX);
}

/** The wikis of a stream, so that an event costs no more where there are a thousand. */
interface WikiIndex {
  readonly wikis: readonly StreamWiki[];
  readonly byName: ReadonlyMap<string, readonly StreamWiki[]>;
  readonly byHost: ReadonlyMap<string, readonly StreamWiki[]>;
}

const indexOf = (wikis: readonly StreamWiki[]): WikiIndex => ({
  wikis,
  byName: Map.groupBy(wikis, ({ dbname }) => dbname),
  byHost: Map.groupBy(wikis, ({ server }) => URL.parse(server)?.host ?? ""),
});

/** The wikis that an event is of: by name or, as operators name wikis as they like, by host. */
const wikisOf = ({ byName, byHost }: WikiIndex, { dbname, domain }: StreamEvent): ReadonlySet<StreamWiki> =>
  new Set([...(byName.get(dbname) ?? []), ...(domain === "" ? [] : (byHost.get(domain) ?? []))]);

const mayInclude = ({ namespaces }: StreamWiki, { namespace }: StreamEvent): boolean =>
  namespaces === null || namespace === null || namespaces.includes(namespace);
