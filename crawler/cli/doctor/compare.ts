import pMap from "p-map";
import { type EdgeClient, edgeClients, waitingPages } from "../../../db/doctor/published.ts";
import { pagesWithSnapshot } from "../../../db/pages/read.ts";
import { snapshotInputs } from "../../../db/pages/snapshot-inputs.ts";
import { snapshotKey } from "../../../shared/protocol/types.ts";
import { snapshotDifferences } from "../../../shared/snapshot/difference.ts";
import { decodeSnapshot, encodeSnapshot, type Snapshot } from "../../../shared/snapshot/snapshot.ts";
import type { ReadableStore, StoredValue } from "../../dispatch/store.ts";
import { WorkError } from "../../runtime/errors.ts";
import type { Doctor } from "./context.ts";

export interface Difference {
  readonly check: "edge-missing" | "edge-wrong" | "edge-leftover";
  readonly pageid: number;
  readonly words: string;
}

/** How many pages were compared, and how many of them have news that is still to be published. */
export interface Looked {
  pages: number;
  onTheWay: number;
}

const READS_AT_ONCE = 8;
/** Dispatchers publish while this looks: what differs is looked at again, and counts where it differs each time. */
const LOOKS = 3;
const WORDS_MAX = 3;

/**
 * Pages whose snapshot is missing or wrong although nothing of them waits to be published. The store is read before the database, so
 * that what was written in between is a change that waits, or is seen at the next look.
 */
export async function comparePages(
  doctor: Doctor,
  store: ReadableStore,
  client: EdgeClient,
  pageids: readonly number[],
  looked: Looked,
): Promise<readonly Difference[]> {
  looked.pages += pageids.length;
  let differences: readonly Difference[] = [];
  let left = pageids;
  for (let look = 0; look < LOOKS && left.length > 0; look++) {
    differences = await differencesOf(doctor, store, client, left);
    const waiting = await waitingOf(doctor, client, differences);
    looked.onTheWay += differences.filter(({ pageid }) => waiting.has(pageid)).length;
    differences = differences.filter(({ pageid }) => !waiting.has(pageid));
    left = differences.map(({ pageid }) => pageid);
  }
  return differences;
}

/** Of pages that were not watched when the store still had them: those of which that is so at each look, and nothing waits. */
export async function stillLeftOver(
  doctor: Doctor,
  store: ReadableStore,
  client: EdgeClient,
  pageids: readonly number[],
): Promise<readonly Difference[]> {
  let left = pageids.map((pageid): Difference => ({ check: "edge-leftover", pageid, words: "" }));
  for (let look = 0; look < LOOKS && left.length > 0; look++) {
    const waiting = await waitingOf(doctor, client, left);
    const values = await valuesOf(
      store,
      client,
      left.map(({ pageid }) => pageid),
    );
    const watched = await pagesWithSnapshot(
      doctor.db,
      client.wiki,
      left.map(({ pageid }) => pageid),
    );
    left = left.filter(
      ({ pageid }) => !waiting.has(pageid) && !watched.has(pageid) && values.get(pageid)?.kind === "value",
    );
  }
  return left;
}

/** Pages of which news are on their way, from the position that the client has by now; all of them where an export is, or very much. */
async function waitingOf(
  { db, config, clock }: Doctor,
  client: EdgeClient,
  differences: readonly Pick<Difference, "pageid">[],
): Promise<ReadonlySet<number>> {
  const pageids = differences.map(({ pageid }) => pageid);
  if (pageids.length === 0) return new Set();
  const now = (await edgeClients(db, config.edgeName)).find(({ wiki }) => wiki === client.wiki);
  if (now === undefined || now.needsExport) return new Set(pageids);
  return (await waitingPages(db, now, pageids, clock.today())) ?? new Set(pageids);
}

async function valuesOf(
  store: ReadableStore,
  { name }: EdgeClient,
  pageids: readonly number[],
): Promise<ReadonlyMap<number, StoredValue>> {
  const read = async (pageid: number) => [pageid, await store.get(snapshotKey(name, pageid))] as const;
  const values = await pMap(pageids, read, { concurrency: READS_AT_ONCE });
  for (const [, value] of values) if (value.kind === "failed") throw new WorkError(value.message);
  return new Map(values);
}

async function differencesOf(
  { db, clock }: Doctor,
  store: ReadableStore,
  client: EdgeClient,
  pageids: readonly number[],
): Promise<readonly Difference[]> {
  const values = await valuesOf(store, client, pageids);
  const own = await snapshotInputs(
    db,
    pageids.map((pageid) => ({ wiki: client.wiki, pageid })),
  );
  const differences: Difference[] = [];
  for (const snapshot of own) {
    const { pageid } = snapshot;
    const value = values.get(pageid);
    if (value?.kind !== "value") differences.push({ check: "edge-missing", pageid, words: "" });
    else {
      const words = await wordsOf(value.bytes, snapshot, clock.today());
      if (words.length > 0)
        differences.push({ check: "edge-wrong", pageid, words: words.slice(0, WORDS_MAX).join("; ") });
    }
  }
  return differences;
}

async function wordsOf(bytes: Uint8Array, own: Snapshot, today: Parameters<typeof snapshotDifferences>[2]) {
  const stored = await decodeSnapshot(new Uint8Array(bytes));
  if (stored.kind === "damaged") return [`damaged (${stored.message})`];
  if (stored.kind === "unknown-version") return [`of version ${stored.version}`];
  // As it would be read back: what is beyond a snapshot's limits is left out.
  const written = await decodeSnapshot(await encodeSnapshot(own));
  return snapshotDifferences(stored.snapshot, written.kind === "snapshot" ? written.snapshot : own, today);
}
