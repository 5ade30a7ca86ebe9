import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../connect.ts";
import { awayOf, type DatabaseLog, messageOf } from "../errors.ts";
import {
  type Apart,
  answerOf,
  closeLink,
  isReplicas,
  type Link,
  openReplicaAt,
  poolOf,
  Silence,
} from "./link.ts";
import { type Position, primaryPosition } from "./position.ts";
import { sharedQuestion } from "./shared-question.ts";

/** Runs work that only reads, on a database of its choice; maybe twice. */
export type Reads = <T>(work: (db: Database) => Promise<T>) => Promise<T>;

/** Where there is no replica. */
export const readsOf =
  (primary: Database): Reads =>
  (work) =>
    work(primary);

/** Of a role's sign of life. */
type ReplicaFigures = {
  /** 1: it answers, and is a replica. */
  readonly replicaUsed: 0 | 1;
  /** How much of the log it lacks, and since when; where it is not used, for how long. */
  readonly replicaBehindBytes: number;
  readonly replicaBehindSeconds: number;
  /** Work since the start that it did, and work that was left to the primary. */
  readonly replicaReads: number;
  readonly replicaPassedOver: number;
};

interface ReadOptions {
  /** Over a pool of its own. */
  readonly apart?: Apart;
  /**
   * While the primary is away the replica answers, if it has all that this process has shown: for who shows only what he has by `reads` and
   * `writes` of the same replica.
   */
  readonly alone?: boolean;
}

/** A replica of the database by streaming, which takes reading from the primary. */
export interface Replica {
  /**
   * Reading that sees all that the primary had when it began: on the replica where that has replayed so much, or does within a moment, else on
   * the primary.
   */
  reads(primary: Database, how?: ReadOptions): Reads;
  /** Work on the primary whose outcome somebody is shown: later reading sees it, too. */
  writes(primary: Database): Reads;
  figures(): ReplicaFigures;
  close(): Promise<void>;
}

/** For how long an answer waits for the replica, and for how long the primary is asked then. */
const WAIT_MS = 150;
const WAIT_STEP_MS = 5;
const REST_MS = 1_000;
/** A primary that says nothing for so long counts as away: without its position nothing is known to be new enough. */
const PRIMARY_SILENT_MS = 10_000;
const PROBE_MS = 1_000;
const RECONNECT_MS = 5_000;
/** Moments that are remembered to know how far it is behind in time. */
const MOMENTS_MAX = 3_600;

class StreamingReplica implements Replica {
  readonly #url: string;
  readonly #primary: Database;
  readonly #log: DatabaseLog;
  readonly #name: string;
  readonly #askPrimary: () => Promise<Position>;
  readonly #end = new AbortController();
  #link: Link | null = null;
  /** The address leads to the primary itself, as after a failover. */
  #isPrimary = false;
  /** All that was shown lies before; null: not known, as the primary went away after it showed something. */
  #shown: Position | null = null;
  /** The primary counts as away as it says nothing, and said nothing since: who may do without it waits no more. */
  #isSilent = false;
  #restUntil = 0;
  #said = "";
  #moments: { readonly at: number; readonly bytes: number }[] = [];
  #figures = { replicaBehindBytes: 0, replicaBehindSeconds: 0, replicaReads: 0, replicaPassedOver: 0 };
  #watching: Promise<void> = Promise.resolve();

  constructor(url: string, primary: Database, { log, name }: ReplicaOptions) {
    this.#url = url;
    this.#primary = primary;
    this.#log = log;
    this.#name = name;
    this.#askPrimary = sharedQuestion(() => {
      const answered = primaryPosition(primary).finally(() => {
        this.#isSilent = false;
      });
      return answerOf(answered, PRIMARY_SILENT_MS, "primary");
    });
  }

  /** Throws where the address is wrong; a replica that is away is tried again and again. */
  async open(): Promise<void> {
    await this.#connect(true);
    this.#watching = this.#watch();
  }

  figures(): ReplicaFigures {
    return { replicaUsed: this.#link === null ? 0 : 1, ...this.#figures };
  }

  reads(primary: Database, { apart, alone = false }: ReadOptions = {}): Reads {
    const writes = this.writes(primary);
    return async (work) => {
      const link = await this.#caughtUp(alone);
      if (link !== null) {
        try {
          const value = await link.until(work(poolOf(link, apart)));
          this.#figures.replicaReads++;
          return value;
        } catch (error) {
          if (!isReplicas(error)) throw error;
        }
      }
      this.#figures.replicaPassedOver++;
      return writes(work);
    };
  }

  writes(primary: Database): Reads {
    return async (work) => {
      const done = await work(primary);
      // What it showed may be newer than all that is known.
      await this.#learn().catch(() => {
        this.#shown = null;
      });
      return done;
    };
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#watching;
    await this.#drop();
  }

  async #learn(): Promise<Position> {
    const position = await this.#askPrimary();
    this.#shown = position;
    return position;
  }

  /** What an answer that is begun now has to show at least. */
  async #wanted(alone: boolean): Promise<Position> {
    if (!alone) return this.#learn();
    if (this.#isSilent && this.#shown !== null) return this.#shown;
    try {
      return await answerOf(this.#learn(), PRIMARY_SILENT_MS, "primary");
    } catch (error) {
      if (awayOf(error) === null || this.#shown === null) throw error;
      this.#isSilent = error instanceof Silence;
      return this.#shown;
    }
  }

  /** The replica, once it has what it needs; null: the primary is quicker. */
  async #caughtUp(alone: boolean): Promise<Link | null> {
    const link = this.#link;
    if (link === null || performance.now() < this.#restUntil) return null;
    const wanted = await this.#wanted(alone);
    try {
      for (const until = performance.now() + WAIT_MS; ; await sleep(WAIT_STEP_MS)) {
        const position = await link.position();
        if (position === null || position.timeline !== wanted.timeline) break;
        if (position.bytes >= wanted.bytes) return link;
        if (performance.now() > until) break;
      }
    } catch (error) {
      if (!isReplicas(error)) throw error;
    }
    this.#restUntil = performance.now() + REST_MS;
    return null;
  }

  async #connect(first: boolean): Promise<void> {
    try {
      this.#link = await openReplicaAt(this.#url, this.#primary, this.#name);
      this.#isPrimary = this.#link === null;
      if (this.#isPrimary) {
        this.#say("it is the primary itself, which is read from");
        // It lacks nothing.
        this.#measure(0, 0);
      } else if (this.#said !== "") this.#say("", `the replica is read from again`);
    } catch (error) {
      this.#isPrimary = false;
      if (first && awayOf(error) === null) throw error;
      this.#say(`${messageOf(error)}; the primary is read from`);
    }
  }

  #say(trouble: string, good = ""): void {
    if (trouble === this.#said) return;
    this.#said = trouble;
    if (trouble === "") this.#log.info(good);
    else
      this.#log.warn(
        trouble.startsWith("DATABASE_READ_URL") ? trouble : `DATABASE_READ_URL: ${trouble}`,
        "replica-away",
      );
  }

  async #drop(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    if (link !== null) await closeLink(link);
  }

  /** Looks every second how far it is, gives up one that does not answer, and connects again to one that was given up. */
  async #watch(): Promise<void> {
    const { signal } = this.#end;
    let tried = performance.now();
    const pause = () => sleep(PROBE_MS, undefined, { signal, ref: false }).catch(() => {});
    for (await pause(); !signal.aborted; await pause()) {
      if (this.#link === null) {
        if (!this.#isPrimary) this.#figures.replicaBehindSeconds += PROBE_MS / 1_000;
        if (performance.now() - tried < RECONNECT_MS) continue;
        tried = performance.now();
        await this.#connect(false);
      } else await this.#probe(this.#link);
    }
  }

  async #probe(link: Link): Promise<void> {
    // A primary that is away is met by its readers.
    const wanted = await this.#askPrimary().catch(() => null);
    try {
      const replayed = await link.position();
      if (replayed === null) return await this.#leave("it is no replica any more; the primary is read from");
      const other = wanted !== null && wanted.timeline !== replayed.timeline;
      if (wanted !== null) this.#measure(wanted.bytes, other ? 0 : replayed.bytes);
    } catch (error) {
      await this.#leave(`${messageOf(error)}; the primary is read from`);
    }
  }

  async #leave(why: string): Promise<void> {
    this.#say(why);
    await this.#drop();
  }

  #measure(wanted: number, replayed: number): void {
    const now = performance.now();
    if (this.#moments.length < MOMENTS_MAX) this.#moments.push({ at: now, bytes: wanted });
    this.#moments = this.#moments.filter(({ bytes }) => bytes > replayed);
    this.#figures.replicaBehindBytes = Math.max(0, wanted - replayed);
    this.#figures.replicaBehindSeconds = Math.round((now - (this.#moments[0]?.at ?? now)) / 1_000);
  }
}

export interface ReplicaOptions {
  readonly log: DatabaseLog;
  /** Of its connections. */
  readonly name: string;
}

/**
 * The replica at DATABASE_READ_URL, of the database that `primary` is connected to. Throws a DatabaseError where it can never be one; one that is
 * away is waited for.
 */
export async function openReplica(url: string, primary: Database, options: ReplicaOptions): Promise<Replica> {
  const replica = new StreamingReplica(url, primary, options);
  await replica.open();
  return replica;
}
