import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectOptions, connect, type Database } from "../connect.ts";
import { awayOf, codeOf, DatabaseError, type DatabaseLog, isConflict, messageOf } from "../errors.ts";
import { type Identity, identityOf, type Position, primaryPosition, replicaPosition } from "./position.ts";
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
  readonly apart?: Pick<ConnectOptions, "max" | "name" | "statementMs">;
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
/** A replica that says nothing for so long is left alone. */
const SILENT_MS = 1_000;
/** A primary that says nothing for so long counts as away: without its position nothing is known to be new enough. */
const PRIMARY_SILENT_MS = 10_000;
const PROBE_MS = 1_000;
const RECONNECT_MS = 5_000;
/** Moments that are remembered to know how far it is behind in time. */
const MOMENTS_MAX = 3_600;

/** A replica that answers, with its pools. */
interface Link {
  readonly root: Database;
  readonly pools: Map<object, Database>;
  /** Asks it, at most for SILENT_MS; null: it is no replica any more. */
  readonly position: () => Promise<Position | null>;
  /** Settles as this does, or rejects once the link is given up. */
  readonly until: <T>(work: Promise<T>) => Promise<T>;
  readonly giveUp: (error: Error) => void;
}

const silent = (server = "replica") => new DatabaseError("away", `the ${server} does not answer`);

function inTime<T>(answer: Promise<T>, ms = SILENT_MS, server?: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(silent(server)), ms);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function openLink(root: Database): Link {
  // No promise that lasts as long as the link: each race with it would stay in memory as long.
  const waiting = new Set<(error: Error) => void>();
  let given: Error | null = null;
  const ask = sharedQuestion(() => inTime(replicaPosition(root)));
  return {
    root,
    pools: new Map(),
    position: ask,
    until<T>(work: Promise<T>): Promise<T> {
      if (given !== null) return Promise.reject(given);
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      waiting.add(reject);
      work.then(resolve, reject);
      return promise.finally(() => waiting.delete(reject));
    },
    giveUp(error) {
      given = error;
      for (const reject of waiting) reject(error);
    },
  };
}

async function closeLink({ root, pools, giveUp }: Link): Promise<void> {
  giveUp(silent());
  await Promise.all([...pools.values(), root].map((pool) => pool.close().catch(() => {})));
}

/** Why a server is no replica to read from. Another system, or a second primary of this one, would answer of another world. */
function faultOf(replica: Identity, primary: Identity): DatabaseError | "itself" | null {
  const say = (message: string) => new DatabaseError("replica", `DATABASE_READ_URL: ${message}`);
  if (replica.system !== primary.system)
    return say(
      "this is a database of another PostgreSQL than DATABASE_URL's; name a replica that was made of that one (pg_basebackup, docs/database.md)",
    );
  if (replica.isReplica) return null;
  if (replica.startedAt === primary.startedAt) return "itself";
  return say(
    "this server is a primary beside that of DATABASE_URL: one of them was promoted while the other went on; stop the one that is not to be used",
  );
}

/** The link to a replica; null: it is the primary itself. Throws a DatabaseError, one that `awayOf` knows where it is away. */
async function openReplicaAt(url: string, primary: Database, name: string): Promise<Link | null> {
  const root = await connect(url, { max: 1, name });
  try {
    const fault = faultOf(await identityOf(root), await identityOf(primary));
    if (fault instanceof DatabaseError) throw fault;
    if (fault === null) return openLink(root);
  } catch (error) {
    await root.close();
    throw error;
  }
  await root.close();
  return null;
}

/** SQLSTATE of who is not let in: `pg_hba.conf` is each server's own. */
const NOT_LET_IN = /^(?:28000|28P01|3D000|42501)$/;

/** What fails on a replica alone: it is away, lets nobody in, or its replaying took from a statement what this reads. */
const isReplicas = (error: unknown): boolean =>
  awayOf(error) !== null || isConflict(error) || NOT_LET_IN.test(codeOf(error));

class StreamingReplica implements Replica {
  readonly #url: string;
  readonly #primary: Database;
  readonly #log: DatabaseLog;
  readonly #name: string;
  readonly #askPrimary: () => Promise<Position>;
  readonly #end = new AbortController();
  #link: Link | null = null;
  /** All that was shown lies before; null: not known, as the primary went away after it showed something. */
  #shown: Position | null = null;
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
    this.#askPrimary = sharedQuestion(() => inTime(primaryPosition(primary), PRIMARY_SILENT_MS, "primary"));
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
    try {
      return await this.#learn();
    } catch (error) {
      if (!alone || awayOf(error) === null || this.#shown === null) throw error;
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
      if (this.#link === null) this.#say("it is the primary itself, which is read from");
      else if (this.#said !== "") this.#say("", `the replica is read from again`);
    } catch (error) {
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
        this.#figures.replicaBehindSeconds += PROBE_MS / 1_000;
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

const SHARED = { max: 4 } as const;

function poolOf({ root, pools }: Link, apart: ReadOptions["apart"] = SHARED): Database {
  const pool = pools.get(apart) ?? root.apart(apart);
  pools.set(apart, pool);
  return pool;
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
