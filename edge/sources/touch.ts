import type { Context } from "hono";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import { TOUCHES_MAX } from "../../shared/protocol/pages.ts";
import type { Fill } from "../cache/fill.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { askOrigin } from "./origin.ts";

/** What hands a page to the feeder: a question about it, or the wish that it be looked at again (Q6). */
type Occasion = "question" | "ping";

/** A page that many people read is handed to the feeder once in this time, not with every view; one they ping, sooner. */
const AGAIN_AFTER_MS: Readonly<Record<Occasion, number>> = { question: 600_000, ping: 60_000 };
const REMEMBERED_MAX = 10_000;
/** Pages that origin did not take. */
const BACKLOG_MAX = 10_000;
/** A sender is presumed alive for so long: the runtime may have ended it. */
const SENDING_MS = 10_000;
/** Rounds that one sender makes for others, within the 30 s of `waitUntil`. */
const ROUNDS_MAX = 5;
/** With the time that origin has for each answer within the 30 s that a Worker has after its own (`waitUntil`). */
const TRY_AGAIN_MS = [5_000, 8_000] as const;
/** Who tries is presumed alive for so long. */
const TRYING_MS = 30_000;

/** Pages of one wiki. */
interface Pages {
  readonly wiki: string;
  readonly pageids: readonly number[];
}

/** Per isolate: good enough, as a touch too many does no harm. */
export interface TouchMemory {
  /** Those of the pages that were not touched lately on such an occasion; they count as touched now. */
  due(occasion: Occasion, wiki: string, pageids: readonly number[], now: number): number[];
  fill(): Fill;
  readonly backlog: Backlog;
}

/** What origin did not take waits here for the next occasion; beyond BACKLOG_MAX pages it is lost, and logged. */
interface Backlog {
  add(pages: Pages): void;
  /** All of it, in pieces that origin takes at once. */
  takeAll(): Pages[];
  fill(): Fill;
  /** Until when (`EdgeDeps.elapsed`) somebody else is sending, who will take it along. */
  sendingUntil: number;
  /** Until when (`EdgeDeps.elapsed`) somebody is trying already to be rid of it. */
  tryingUntil: number;
}

export function createTouchMemory(): TouchMemory {
  const touched = new Map<string, number>();
  return {
    backlog: createBacklog(),
    fill: () => ({ used: touched.size, max: REMEMBERED_MAX }),
    due(occasion, wiki, pageids, now) {
      return pageids.filter((pageid) => {
        const name = `${occasion} ${wiki}:${pageid}`;
        const last = touched.get(name);
        if (last !== undefined && now - last < AGAIN_AFTER_MS[occasion]) return false;
        if (touched.size >= REMEMBERED_MAX) touched.clear();
        touched.set(name, now);
        return true;
      });
    },
  };
}

function createBacklog(): Backlog {
  const waiting = new Map<string, Set<number>>();
  let size = 0;
  return {
    fill: () => ({ used: size, max: BACKLOG_MAX }),
    sendingUntil: 0,
    tryingUntil: 0,
    add({ wiki, pageids }) {
      const ids = waiting.get(wiki) ?? new Set();
      let lost = 0;
      for (const pageid of pageids) {
        if (ids.has(pageid)) continue;
        if (size >= BACKLOG_MAX) lost++;
        else {
          ids.add(pageid);
          size++;
        }
      }
      if (ids.size > 0) waiting.set(wiki, ids);
      if (lost > 0) console.error(`origin is away for too long: ${lost} pages that were asked for are lost`);
    },
    takeAll() {
      const all = [...waiting].flatMap(([wiki, ids]) => piecesOf({ wiki, pageids: [...ids] }));
      waiting.clear();
      size = 0;
      return all;
    },
  };
}

const piecesOf = ({ wiki, pageids }: Pages): Pages[] =>
  Array.from({ length: Math.ceil(pageids.length / TOUCHES_MAX) }, (_, at) => ({
    wiki,
    pageids: pageids.slice(at * TOUCHES_MAX, (at + 1) * TOUCHES_MAX),
  }));

/**
 * Hands pages that somebody asked for to the feeder, after the answer is on its way (F5). Only pages that are known to
 * exist: made-up numbers must not fill its queue.
 */
export function touch(
  c: Context<Edge>,
  deps: EdgeDeps,
  memory: TouchMemory,
  pages: Pages & { readonly ping: boolean },
): void {
  // An edge of a trial, or of an answer service alone.
  if ((c.env.ORIGIN_URL ?? "") === "") return;
  const pageids = memory.due(pages.ping ? "ping" : "question", pages.wiki, pages.pageids, deps.elapsed());
  if (pageids.length > 0)
    c.executionCtx.waitUntil(handOver(deps, c.env, memory.backlog, { ...pages, pageids }));
}

/**
 * Sends these pages with the backlog, one request at a time; pages that come meanwhile go with the next one. What origin does not take
 * stays in the backlog, and one sender tries twice more.
 */
async function handOver(
  deps: EdgeDeps,
  env: Edge["Bindings"],
  backlog: Backlog,
  pages: Pages,
): Promise<void> {
  const send = async (pieces: readonly Pages[]): Promise<boolean> => {
    let away = false;
    for (const { wiki, pageids } of pieces) {
      away ||= (await askOrigin(deps, env, ORIGIN.touch, { wiki, pageids })).kind !== "answer";
      if (away) backlog.add({ wiki, pageids });
    }
    return !away;
  };
  if (backlog.sendingUntil > deps.elapsed()) return backlog.add(pages);
  if (await sendAll(deps, backlog, pages, send)) return;
  if (backlog.tryingUntil > deps.elapsed()) return;
  backlog.tryingUntil = deps.elapsed() + TRYING_MS;
  try {
    for (const ms of TRY_AGAIN_MS) {
      await deps.sleep(ms);
      if (await send(backlog.takeAll())) return;
    }
  } finally {
    backlog.tryingUntil = 0;
  }
}

/** False: origin is away. */
async function sendAll(
  deps: EdgeDeps,
  backlog: Backlog,
  pages: Pages,
  send: (pieces: readonly Pages[]) => Promise<boolean>,
): Promise<boolean> {
  backlog.sendingUntil = deps.elapsed() + SENDING_MS;
  try {
    let pieces = [pages, ...backlog.takeAll()];
    for (let round = 0; round < ROUNDS_MAX && pieces.length > 0; round++) {
      if (!(await send(pieces))) return false;
      pieces = round + 1 < ROUNDS_MAX ? backlog.takeAll() : [];
    }
    return true;
  } finally {
    backlog.sendingUntil = 0;
  }
}
