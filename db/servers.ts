import postgres from "postgres";
import { DatabaseError, type DatabaseLog, messageOf, noLog } from "./errors.ts";
import { databaseTrouble, noPrimaryAt } from "./trouble.ts";

/** How long a server may take to say what it is. */
const ANSWER_MS = 5_000;
/** So often all are asked: a primary whose machine is gone ends no connection, and one that was replaced goes on in them. */
const POLL_MS = 10_000;

/** What a server says of itself. */
export interface Standing {
  readonly url: URL;
  /** Of the cluster, which replicas have from their primary. */
  readonly system: string;
  readonly isPrimary: boolean;
  /** Of its log, which each promotion raises; of a replica, as of its last checkpoint. */
  readonly timeline: number;
  /** How far its log is written, or replayed. */
  readonly bytes: number;
  /** Since the last transaction that it replayed was committed; null: it replayed none since its start. */
  readonly replayedSeconds: number | null;
}

/** A server that says nothing of itself. */
interface Silence {
  readonly url: URL;
  /** Why, in one line that says how to fix it. */
  readonly trouble: DatabaseError;
}

export const isSilence = (server: Standing | Silence): server is Silence => "trouble" in server;
export const isStanding = (server: Standing | Silence): server is Standing => !isSilence(server);

/** It is away, rather than that it lets us not in. */
const isAbsent = ({ trouble: { code } }: Silence): boolean =>
  /^(?:refused|unreachable|away|starting)$/.test(code);

/** Why a server that is not the primary of this system could not take its place; null: it could, once it has replayed all. */
export function strangeness({ system, isPrimary }: Standing, ofPrimary: string): string | null {
  if (system !== ofPrimary)
    return "is of another PostgreSQL: make it a replica of the primary (pg_basebackup), or take it out of DATABASE_URL";
  if (isPrimary)
    return "takes itself for the primary, too, though another was promoted after it: stop it, and make it a replica of that one (pg_rewind)";
  return null;
}

/** Of a file of the log, by its name. */
export const timelineOf = (file: string): number => Number.parseInt(file.slice(0, 8), 16);

/** What each says of itself, or why it does not. */
export const askServers = (urls: readonly URL[]): Promise<(Standing | Silence)[]> =>
  Promise.all(
    urls.map((url) =>
      standingOf(url).catch((error: unknown): Silence => {
        const unknown = () =>
          new DatabaseError(
            "strange",
            `PostgreSQL at ${url.host} does not say what it is: ${messageOf(error)}`,
          );
        return { url, trouble: databaseTrouble(error, url.href) ?? unknown() };
      }),
    ),
  );

async function standingOf(url: URL): Promise<Standing> {
  const sql = postgres(url.href, { max: 1, fetch_types: false, connect_timeout: 5, onnotice() {} });
  const end = () => sql.end({ timeout: 0 }).catch(() => {});
  const brake = setTimeout(end, ANSWER_MS);
  try {
    const [row] = await sql<(Omit<Standing, "url" | "isPrimary"> & { file: string | null })[]>`
      select system_identifier::text as system, timeline_id as timeline,
        case when not replays then pg_walfile_name(pg_current_wal_flush_lsn()) end as file,
        pg_wal_lsn_diff(case when replays then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end, '0/0')::float8 as bytes,
        extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as "replayedSeconds"
      from pg_control_system(), pg_control_checkpoint(), pg_is_in_recovery() as replays`.simple();
    if (row === undefined) throw new Error("no row");
    const { file, ...rest } = row;
    return {
      ...{ url, ...rest, isPrimary: file !== null },
      timeline: file === null ? rest.timeline : timelineOf(file),
    };
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
  readonly #log: DatabaseLog;
  /** What was said of each; "": nothing. */
  readonly #said = new Map<URL, string>();
  #silences: readonly Silence[] = [];

  constructor(all: readonly [URL, ...URL[]], log: DatabaseLog = noLog) {
    this.all = all;
    this.#url = all[0];
    this.#log = log;
  }

  /** Of the primary; while there is none, of the one before. */
  get url(): URL {
    return this.#url;
  }

  /** While no primary was seen: why not, where several servers are named. A server that lets us not in may be the primary, so it comes first. */
  get trouble(): DatabaseError | null {
    if (this.#system !== null || this.all.length === 1) return null;
    const refusal = this.#silences.find((one) => !isAbsent(one));
    const hosts = this.all.map(({ host }) => host).join(",");
    return refusal?.trouble ?? noPrimaryAt(hosts, this.#silences[0]?.trouble.cause);
  }

  /** Of the others, as of the last look: why they could not take the primary's place, a line each. */
  get unusable(): readonly string[] {
    return [...this.#said].flatMap(([{ host }, trouble]) => (trouble === "" ? [] : [`${host} ${trouble}`]));
  }

  /** Calls `moved` whenever another server is the primary, until the returned function is called. */
  follow(moved: () => void): () => void {
    this.#followers.add(moved);
    if (this.all.length > 1) this.#timer ??= setInterval(() => void this.look(), POLL_MS).unref();
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
    const standings = await askServers(this.all);
    const known = standings.filter(isStanding);
    this.#silences = standings.filter(isSilence);
    this.#system ??= known.find(({ isPrimary }) => isPrimary)?.system ?? null;
    const own = known.filter(({ system }) => system === this.#system);
    this.#timeline = Math.max(this.#timeline, ...own.map(({ timeline }) => timeline));
    const newest = own.find(({ isPrimary, timeline }) => isPrimary && timeline === this.#timeline);
    if (newest !== undefined && newest.url !== this.#url) {
      this.#url = newest.url;
      for (const moved of this.#followers) moved();
    }
    if (this.#system !== null) for (const one of standings) this.#watch(one);
  }

  /** Says once of a server that nobody could go to it after a failover: else it is noticed on that day. The primary is met by who needs it. */
  #watch(server: Standing | Silence): void {
    const trouble = server.url === this.#url ? "" : this.#troubleOf(server);
    if (trouble === (this.#said.get(server.url) ?? "")) return;
    this.#said.set(server.url, trouble);
    const name = `${server.url.host}, which DATABASE_URL names beside the primary,`;
    if (trouble === "") this.#log.info(`${name} is a replica again`);
    else this.#log.warn(`${name} ${trouble}`, "standby-unusable");
  }

  #troubleOf(server: Standing | Silence): string {
    if (isSilence(server)) return `cannot be asked: ${server.trouble.message}`;
    return strangeness(server, this.#system ?? "") ?? "";
  }
}
