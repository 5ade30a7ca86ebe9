import postgres from "postgres";

/** How long a server may take to say what it is. */
const ANSWER_MS = 5_000;
/** So often all are asked: a primary whose machine is gone ends no connection, and one that was replaced goes on in them. */
const LOOK_MS = 10_000;

/** What a server says of itself. */
interface Standing {
  readonly url: URL;
  /** Of the cluster, which replicas have from their primary. */
  readonly system: string;
  readonly isPrimary: boolean;
  /** Of its log, which each promotion raises; of a replica, as of its last checkpoint. */
  readonly timeline: number;
}

/** Of a file of the log, by its name. */
export const timelineOf = (file: string): number => Number.parseInt(file.slice(0, 8), 16);

/** Null: it does not say. Whoever needs it meets the error. */
async function standingOf(url: URL): Promise<Standing | null> {
  const sql = postgres(url.href, { max: 1, fetch_types: false, connect_timeout: 5, onnotice() {} });
  const end = () => sql.end({ timeout: 0 }).catch(() => {});
  const brake = setTimeout(end, ANSWER_MS);
  try {
    const [row] = await sql<{ system: string; file: string | null; checkpoint: number }[]>`
      select system_identifier::text as system, timeline_id as checkpoint,
        case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_flush_lsn()) end as file
      from pg_control_system(), pg_control_checkpoint()`.simple();
    if (row === undefined) return null;
    const { system, file, checkpoint } = row;
    return { url, system, isPrimary: file !== null, timeline: file === null ? checkpoint : timelineOf(file) };
  } catch {
    return null;
  } finally {
    clearTimeout(brake);
    void end();
  }
}

/**
 * The servers that an address names, and which of them is the primary: known once for all pools of a process, so that none of them stays behind.
 * It is the one that was promoted last, also while that one does not answer: another that says so was lost and came back.
 */
export class Servers {
  readonly all: readonly URL[];
  #url: URL;
  #system: string | null = null;
  /** The highest that was seen. */
  #timeline = 0;
  #looking: Promise<void> | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  readonly #followers = new Set<() => void>();

  constructor(all: readonly [URL, ...URL[]]) {
    this.all = all;
    this.#url = all[0];
  }

  /** Of the primary; while there is none, of the one before. */
  get url(): URL {
    return this.#url;
  }

  /** Calls `moved` whenever another server is the primary, until the returned function is called. */
  follow(moved: () => void): () => void {
    this.#followers.add(moved);
    if (this.all.length > 1) this.#timer ??= setInterval(() => void this.look(), LOOK_MS).unref();
    return () => {
      this.#followers.delete(moved);
      if (this.#followers.size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  /** Asks all of them. Resolves when it is known, or nothing better. */
  look(): Promise<void> {
    if (this.all.length === 1) return Promise.resolve();
    this.#looking ??= this.#ask().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  async #ask(): Promise<void> {
    const standings = await Promise.all(this.all.map(standingOf));
    const known = standings.filter((one) => one !== null);
    this.#system ??= known.find(({ isPrimary }) => isPrimary)?.system ?? null;
    const own = known.filter(({ system }) => system === this.#system);
    this.#timeline = Math.max(this.#timeline, ...own.map(({ timeline }) => timeline));
    const newest = own.find(({ isPrimary, timeline }) => isPrimary && timeline === this.#timeline);
    // Of a primary that lets nobody in the reason is met, not that another is none.
    if (this.#system === null) this.#url = this.all[standings.indexOf(null)] ?? this.#url;
    if (newest === undefined || newest.url === this.#url) return;
    this.#url = newest.url;
    for (const moved of this.#followers) moved();
  }
}
