/** What Prometheus is said of a figure of a role. */
interface Figure {
  /** `counter`: it grows until the process ends, and its name ends in `_total`. */
  readonly type: "counter" | "gauge";
  readonly help: string;
  /** Of figures of several things: what these are. */
  readonly label?: "class" | "archive" | "process" | "cache" | "kind";
}

const counter = (help: string, label?: Figure["label"]): Figure => figure("counter", help, label);
const gauge = (help: string, label?: Figure["label"]): Figure => figure("gauge", help, label);
const figure = (type: Figure["type"], help: string, label?: Figure["label"]): Figure =>
  label === undefined ? { type, help } : { type, help, label };

/** Of roles that read from a replica (DATABASE_READ_URL). */
const REPLICA = {
  replica_used: gauge("Whether the replica answers and is one (1), or all is read from the primary (0)."),
  replica_behind_bytes: gauge("How much of the database's log the replica has not replayed yet."),
  replica_behind_seconds: gauge("Since when the replica lacks something, or is not used, in seconds."),
  replica_reads: counter("Reading that the replica did."),
  replica_passed_over: counter("Reading that was left to the primary."),
} as const;

/**
 * The figures of roles that `/metrics` has, by role and name; others of a sign of life are for `weboid status` alone. Checks a second are
 * not among them, as Prometheus makes rates of counters itself.
 */
export const FIGURES: Readonly<Record<string, Readonly<Record<string, Figure>>>> = {
  crawl: {
    checked: counter("URLs that were checked."),
    stored: counter("Results of checks that were stored."),
    booked: counter("URLs that got the status of their host without being asked."),
  },
  feed: {
    wikis: gauge("Wikis that were fed since the process started."),
    read: counter("Pages whose links were read from their wiki."),
  },
  dispatch: {
    ...REPLICA,
    changes: counter("Changes that were published."),
    written: counter("Snapshots of pages that were written to an edge's store."),
    removed: counter("Snapshots of pages that were removed from an edge's store."),
    clients: gauge(
      "Wikis of which something was published since the process started, each counted for each edge.",
    ),
  },
  maintain: {
    ...REPLICA,
    expired_rows: counter(
      "Rows that expired and were deleted, and verdicts that changed with the day.",
      "kind",
    ),
  },
  origin: {
    ...REPLICA,
    dropped_touches: counter("Pages that readers asked for and that were not noted to be read again."),
    classes_running: gauge("Questions that are being answered.", "class"),
    classes_waiting: gauge("Questions that wait until another of their class is done.", "class"),
    classes_refused: counter(
      "Questions that were refused, as there was no room for them or their time was over.",
      "class",
    ),
  },
  edge: {
    memory_bytes: gauge("Memory of each process of the edge, with its share of what it shares.", "process"),
    open_fds: gauge("Files and sockets that each process of the edge has open.", "process"),
    caches_used: gauge("How full what the Worker keeps in memory is.", "cache"),
    caches_max: gauge("How full it may be.", "cache"),
    streams_open: gauge("Followers of events (SSE)."),
    wikis_running: gauge("Questions to wikis that are not answered yet."),
  },
  archive: {
    chosen: counter("Visits for which the archive had a version that fits.", "archive"),
    empty: counter("Visits for which the archive had versions, of which none fits.", "archive"),
    missing: counter("Visits for which the archive had no version.", "archive"),
    failed: counter(
      "Visits that failed: the archive could not be asked, or its answer could not be used.",
      "archive",
    ),
  },
  organisation: {
    looked: counter("Domains that were looked at to attach them to an organisation."),
    belong: counter("Domains that were found to belong to an organisation."),
  },
};
