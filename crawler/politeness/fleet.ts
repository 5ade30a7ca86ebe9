import type { TurnAnswer, TurnsRequest } from "../../db/hosts/leases.ts";
import { pause } from "../runtime/clock.ts";
import { type GapPolicy, HOST_GAP, nextPaceMs, restMs, type Seen } from "./pacing.ts";
import type { RobotsBook, RobotsRecord } from "./robots-book.ts";
import { createTurnBoard, type Grant, type Later, type TurnBoard } from "./turn-board.ts";
import { createTurns, type Release, type Turns } from "./turns.ts";

/** The budgets that all workers on one database share (C4, design 3). */
export interface Fleet {
  /** At a host: one at a time, with a rest that follows from what was seen. */
  readonly hosts: Turns;
  /** At an address: `atOnce` at a time, each place of them with this rest. */
  addresses(atOnce: number, restMs: number): Turns;
  /**
   * A turn at a host if it can be had now; "later" after so many milliseconds. null: the fleet is closed.
   * `paceMs`: as read of the host's row, where no other worker learnt something newer.
   */
  ask(host: string, paceMs: number): Promise<HostTurn | Later | null>;
  readonly robots: RobotsBook;
  /** Under which turns are held. */
  readonly holder: string;
  close(): Promise<void>;
}

export interface HostTurn {
  readonly kind: "granted";
  readonly release: Release;
  /** Of the fleet's visits to this host, as learnt before this one. */
  readonly paceMs: number;
}

export interface FleetOptions {
  readonly exchange: (request: TurnsRequest) => Promise<readonly TurnAnswer[]>;
  /** Of this process alone. */
  readonly holder: string;
  readonly robots: RobotsBook;
  readonly gap?: GapPolicy;
}

/** A visit of which nothing was seen, as it did not come to a request. */
const NOTHING_SEEN: Seen = { tookMs: 0, busy: false, retryAfterMs: null };
/** While all places at an address are taken. */
const PLACE_MS = 500;

export function createFleet(options: FleetOptions): Fleet {
  const { robots, gap = HOST_GAP } = options;
  const board = createTurnBoard(options);
  const over = new AbortController();
  const lines: Turns[] = [];
  /** Handed on once; from then on it stands in the turn's row. */
  const handedOn = new WeakSet<RobotsRecord>();

  const hostTurn = (host: string, { lore, giveBack }: Grant, knownMs: number): HostTurn => {
    if (lore.robots !== undefined) robots.remember(host, lore.robots);
    const before = lore.paceMs ?? knownMs;
    return {
      kind: "granted",
      paceMs: before,
      release: (seen) => {
        const paceMs = seen === undefined ? before : nextPaceMs(before, seen.busy);
        const delayMs = robots.delayMs(host);
        const own = robots.own(host);
        const news = own !== null && !handedOn.has(own);
        if (news) handedOn.add(own);
        giveBack(Math.max(delayMs, restMs(seen ?? NOTHING_SEEN, paceMs, gap)), {
          ...((paceMs > 0 || before > 0) && { paceMs }),
          ...(news && { robots: own }),
        });
      },
    };
  };

  const line = (options: LineOptions): Turns => {
    const made = createLine(board, options, over.signal);
    lines.push(made);
    return made;
  };

  return {
    hosts: line({
      places: 1,
      keyOf: (host) => `h:${host}`,
      releaseOf: (host, grant) => hostTurn(host, grant, 0).release,
    }),
    addresses: (atOnce, placeRestMs) =>
      line({
        places: atOnce,
        keyOf: (address, place) => `a:${address}/${place}`,
        releaseOf:
          (_address, { giveBack }) =>
          () =>
            giveBack(placeRestMs),
      }),
    async ask(host, paceMs) {
      const answer = await board.ask(`h:${host}`);
      return answer?.kind === "granted" ? hostTurn(host, answer, paceMs) : answer;
    },
    robots,
    holder: options.holder,
    async close() {
      over.abort();
      for (const here of lines) here.close();
      await board.close();
    },
  };
}

interface LineOptions {
  /** At a key at once. */
  readonly places: number;
  keyOf(key: string, place: number): string;
  releaseOf(key: string, grant: Grant): Release;
}

/** Until a place is free, in the order of coming within this process. null: not before `until`. */
function createLine(board: TurnBoard, { places, keyOf, releaseOf }: LineOptions, over: AbortSignal): Turns {
  const here = createTurns({ atOnce: places, gapMs: 0 });
  const claim = async (key: string, until: number): Promise<Grant | null> => {
    for (;;) {
      const first = Math.floor(Math.random() * places);
      let waitMs = places === 1 ? Number.POSITIVE_INFINITY : PLACE_MS;
      for (let place = 0; place < places; place++) {
        const answer = await board.ask(keyOf(key, (first + place) % places));
        if (answer === null || answer.kind === "granted") return answer;
        waitMs = Math.min(waitMs, answer.ms);
        if (performance.now() > until) return null;
      }
      if (performance.now() + waitMs > until || !(await pause(waitMs, over))) return null;
    }
  };
  const take = async (key: string, until: number): Promise<Release | null> => {
    const local = await here.take(key, until);
    if (local === null) return null;
    try {
      const grant = await claim(key, until);
      if (grant !== null) {
        const release = releaseOf(key, grant);
        return (seen) => {
          release(seen);
          local();
        };
      }
    } catch (error) {
      local();
      throw error;
    }
    local();
    return null;
  };
  return { take, close: () => here.close() };
}
