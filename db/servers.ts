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
  /** Of the log that a primary writes, which each promotion raises; 0: it is a replica. */
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
    const [row] = await sql<{ system: string; file: string | null }[]>`
      select system_identifier::text as system,
        case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_flush_lsn()) end as file
      from pg_control_system()`.simple();
    if (row === undefined) return null;
    const { system, file } = row;
    return { url, system, timeline: file === null ? 0 : timelineOf(file) };
  } catch {
    return null;
  } finally {
    clearTimeout(brake);
    void end();
  }
}

/**
 * The servers that an address names, and which of them is the primary: known once for all pools of a process, so that none of them stays behind.
 * Of two that say so it is
 * the one that was promoted last: the other was lost and came back.
 */
export class Servers {
  readonly all: readonly URL[];
  #url: URL;
  #system: string | null = null;
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
    const primaries = standings.flatMap((one) => (one !== null && one.timeline > 0 ? [one] : []));
    this.#system ??= primaries[0]?.system ?? null;
    const [newest] = primaries
      .filter(({ system }) => system === this.#system)
      .toSorted((one, other) => other.timeline - one.timeline);
    if (newest === undefined || newest.url === this.#url) return;
    this.#url = newest.url;
    for (const moved of this.#followers) moved();
  }
}
