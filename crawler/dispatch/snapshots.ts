import pMap from "p-map";
import { snapshotInputs, type WikiPage } from "../../db/pages/snapshot-inputs.ts";
import type { Reads } from "../../db/replica/replica.ts";
import { type KvPair, snapshotKey } from "../../shared/protocol/types.ts";
import { encodeSnapshot, type Snapshot } from "../../shared/snapshot/snapshot.ts";
import { type Delivery, isOpen, noted } from "./delivery.ts";

/** Pages read from the database at a time; bounds the memory by their links. */
const PAGES_AT_ONCE = 200;
/** Pages whose snapshots are written together, a call for each wiki. */
const BLOCK_PAGES = 1_000;

/** A page that changed: its snapshot is written, or removed where it is not watched. */
export interface ChangedPage extends WikiPage {
  readonly watched: boolean;
}

/** What is written and removed for one client. */
interface Write {
  readonly delivery: Delivery;
  readonly pairs: readonly KvPair[];
  readonly gone: readonly string[];
}

/**
 * Writes the snapshots of watched pages as the database has them now (design 7), and removes the others. `rewrite`: also what
 * the edge is known to have. A block is read while the one before is written. A client that fails is left out from then
 * on.
 */
export async function publishPages(
  reads: Reads,
  deliveries: readonly Delivery[],
  pages: AsyncIterable<readonly ChangedPage[]> | Iterable<readonly ChangedPage[]>,
  { rewrite = false }: { readonly rewrite?: boolean } = {},
): Promise<void> {
  const byWiki = new Map(deliveries.map((delivery) => [delivery.lease.wiki, delivery]));
  const open = ({ wiki }: WikiPage) => {
    const delivery = byWiki.get(wiki);
    return delivery !== undefined && isOpen(delivery);
  };
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const some of pages)
      for (let at = 0; at < some.length; at += BLOCK_PAGES) {
        const writes = await writesFor(reads, deliveries, some.slice(at, at + BLOCK_PAGES).filter(open));
        await writing;
        writing = carryOut(writes, rewrite);
      }
  } finally {
    await writing;
  }
}

async function writesFor(
  reads: Reads,
  deliveries: readonly Delivery[],
  pages: readonly ChangedPage[],
): Promise<Write[]> {
  const watched = pages.filter((page) => page.watched);
  const made: MadePair[] = [];
  for (let at = 0; at < watched.length; at += PAGES_AT_ONCE) {
    const snapshots = await reads((db) => snapshotInputs(db, watched.slice(at, at + PAGES_AT_ONCE)));
    made.push(...(await Promise.all(snapshots.map(madePair))));
  }
  const pairs = Map.groupBy(made, ({ wiki }) => wiki);
  const gone = Map.groupBy(
    pages.filter((page) => !page.watched),
    ({ wiki }) => wiki,
  );
  return deliveries.flatMap((delivery): Write[] => {
    const { name, wiki } = delivery.lease;
    const mine = { pairs: (pairs.get(name) ?? []).map(({ pair }) => pair), gone: gone.get(wiki) ?? [] };
    if (mine.pairs.length + mine.gone.length === 0) return [];
    return [{ delivery, pairs: mine.pairs, gone: mine.gone.map(({ pageid }) => snapshotKey(name, pageid)) }];
  });
}

interface MadePair {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pair: KvPair;
}

async function madePair(snapshot: Snapshot): Promise<MadePair> {
  const { wiki, pageid } = snapshot;
  const value = Buffer.from(await encodeSnapshot(snapshot)).toString("base64");
  return { wiki, pair: { key: snapshotKey(wiki, pageid), value, base64: true } };
}

async function carryOut(writes: readonly Write[], rewrite: boolean): Promise<void> {
  const terms = rewrite ? ({ rewrite } as const) : {};
  const [first] = writes;
  if (first === undefined) return;
  const write = async ({ delivery, pairs, gone }: Write) => {
    if (!isOpen(delivery)) return;
    const put = await delivery.writer.put(pairs, terms);
    if (put.kind === "stored") delivery.written += pairs.length - (put.same ?? 0);
    if (!noted(delivery, put)) return;
    if (noted(delivery, await delivery.writer.remove(gone))) delivery.removed += gone.length;
  };
  await pMap(writes, write, { concurrency: first.delivery.writer.callsAtOnce });
}
