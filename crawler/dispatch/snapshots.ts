import { snapshotInputs, type WikiPage } from "../../db/pages/snapshot-inputs.ts";
import { type KvPair, snapshotKey } from "../../shared/protocol/types.ts";
import { encodeSnapshot } from "../../shared/snapshot/encode.ts";
import type { Snapshot } from "../../shared/snapshot/types.ts";
import type { Database } from "../runtime/context.ts";
import { isOpen, noted, type Pass } from "./hold.ts";

/** Pages read from the database at a time; bounds the memory by their links. */
const PAGES_AT_ONCE = 200;
/** Pages whose snapshots are written together, a call for each wiki. */
const BLOCK_PAGES = 1_000;

/** A page with what is to become of its snapshot. */
export interface PageToTell extends WikiPage {
  readonly watched: boolean;
}

/** What is to be done for one client. */
interface Write {
  readonly pass: Pass;
  readonly pairs: readonly KvPair[];
  readonly gone: readonly string[];
}

/**
 * Writes the snapshots of watched pages as the database has them now (design 7), and removes the others; each page at most
 * once in a call of this. `anew`: also what the edge is known to have. A block is read while the one before is written. Clients
 * that meet trouble are left out from then on.
 */
export async function tellPages(
  db: Database,
  passes: readonly Pass[],
  pages: AsyncIterable<readonly PageToTell[]> | Iterable<readonly PageToTell[]>,
  { anew = false }: { readonly anew?: boolean } = {},
): Promise<void> {
  const byWiki = new Map(passes.map((pass) => [pass.lease.wiki, pass]));
  const open = ({ wiki }: WikiPage) => {
    const pass = byWiki.get(wiki);
    return pass !== undefined && isOpen(pass);
  };
  let writing: Promise<void> = Promise.resolve();
  try {
    for await (const some of pages)
      for (let at = 0; at < some.length; at += BLOCK_PAGES) {
        const writes = await writesFor(db, passes, some.slice(at, at + BLOCK_PAGES).filter(open));
        await writing;
        writing = carryOut(writes, anew);
      }
  } finally {
    await writing;
  }
}

async function writesFor(
  db: Database,
  passes: readonly Pass[],
  pages: readonly PageToTell[],
): Promise<Write[]> {
  const watched = pages.filter((page) => page.watched);
  const snapshots: Snapshot[] = [];
  for (let at = 0; at < watched.length; at += PAGES_AT_ONCE)
    snapshots.push(...(await snapshotInputs(db, watched.slice(at, at + PAGES_AT_ONCE))));
  const pairs = Map.groupBy(snapshots, ({ wiki }) => wiki);
  const gone = Map.groupBy(
    pages.filter((page) => !page.watched),
    ({ wiki }) => wiki,
  );
  return passes.flatMap((pass): Write[] => {
    const { name, wiki } = pass.lease;
    const mine = { pairs: (pairs.get(name) ?? []).map(pairOf), gone: gone.get(wiki) ?? [] };
    if (mine.pairs.length + mine.gone.length === 0) return [];
    return [{ pass, pairs: mine.pairs, gone: mine.gone.map(({ pageid }) => snapshotKey(name, pageid)) }];
  });
}

const pairOf = (snapshot: Snapshot): KvPair => ({
  key: snapshotKey(snapshot.wiki, snapshot.pageid),
  value: Buffer.from(encodeSnapshot(snapshot)).toString("base64"),
  base64: true,
});

async function carryOut(writes: readonly Write[], anew: boolean): Promise<void> {
  const terms = anew ? ({ anew } as const) : {};
  const rest = writes.values();
  const lane = async () => {
    for (const { pass, pairs, gone } of rest) {
      if (!isOpen(pass)) continue;
      const put = await pass.hold.put(pairs, terms);
      if (put.kind === "stored") pass.written += pairs.length - (put.same ?? 0);
      if (!noted(pass, put)) continue;
      if (noted(pass, await pass.hold.remove(gone))) pass.removed += gone.length;
    }
  };
  await Promise.all(Array.from({ length: writes[0]?.pass.hold.callsAtOnce ?? 0 }, lane));
}
