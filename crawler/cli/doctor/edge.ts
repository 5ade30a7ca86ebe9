import { restartForeignClients } from "../../../db/dispatch/clients.ts";
import { requestExport } from "../../../db/dispatch/exports.ts";
import {
  type EdgeClient,
  edgeClients,
  otherEdges,
  publishAgain,
  publishProfileAgain,
  samplePages,
} from "../../../db/doctor/published.ts";
import { foreignClients } from "../../../db/doctor/server.ts";
import { allPages, pagesWithSnapshot } from "../../../db/pages/read.ts";
import { FEED_TARGET } from "../../../db/types.ts";
import { fenceKey, profileKeys, snapshotPrefix } from "../../../shared/protocol/types.ts";
import type { ReadableStore } from "../../dispatch/store.ts";
import { WorkError } from "../../runtime/errors.ts";
import { comparePages, type Difference, type Looked, stillLeftOver } from "./compare.ts";
import type { Doctor } from "./context.ts";

/** Pages that are compared unless `--full` is given, of all wikis together, and of one at least. */
const PAGES_MAX = 400;
const PAGES_OF_WIKI_MIN = 10;
const PAGES_AT_ONCE = 200;
/** Pages of keys that are listed of a wiki unless `--full` is given: the store's own, of up to 1,000. */
const LISTS_MAX = 2;

/** D1 to D4: the edge's store says what a full export would write now, but for what is on its way. */
export async function checkEdge(doctor: Doctor): Promise<void> {
  const { db, config, findings, store, signal } = doctor;
  await findings.attempt("positions in the changes", () => checkPositions(doctor));
  await findings.attempt("the edge's snapshots", async () => {
    const clients = (await edgeClients(db, config.edgeName)).filter(({ paused }) => !paused);
    const others = await otherEdges(db, config.edgeName, FEED_TARGET);
    if (others.length > 0)
      findings.note(`edges that were not looked at: ${others.join(", ")} (EDGE_NAME, EDGE_URL)`);
    if (store === null || clients.length === 0) {
      const why =
        store === null
          ? "no store can be used (EDGE_URL, or the weboid up of the data folder)"
          : "nothing was published there yet";
      findings.note(`the edge ${config.edgeName} was not compared: ${why}`);
      return;
    }
    try {
      await compareEdge(doctor, store, clients);
    } catch (error) {
      if (!(error instanceof WorkError)) throw error;
      // What a signal stopped says nothing of the edge.
      if (!signal.aborted) findings.add("edge-unreachable", { examples: [error.message] });
    }
  });
}

async function checkPositions({ db, findings, repair }: Doctor): Promise<void> {
  const foreign = await foreignClients(db);
  const repaired = repair && foreign.length > 0 ? await restartForeignClients(db) : 0;
  findings.add("client-foreign", {
    examples: foreign.map(({ name, target }) => `${name} at ${target}`),
    repaired,
  });
}

async function compareEdge(
  doctor: Doctor,
  store: ReadableStore,
  clients: readonly EdgeClient[],
): Promise<void> {
  const { findings, extent, progress, signal } = doctor;
  const looked = { pages: 0, onTheWay: 0 };
  const most = Math.max(PAGES_OF_WIKI_MIN, Math.ceil(PAGES_MAX / clients.length));
  const exporting = clients.filter(({ needsExport }) => needsExport);
  for (const client of clients) {
    if (signal.aborted) return;
    await checkFence(doctor, store, client);
    await checkProfile(doctor, store, client);
    if (client.needsExport) continue;
    for await (const pageids of pagesOf(doctor, client, most)) {
      if (signal.aborted) return;
      await checkPages(doctor, store, client, pageids, looked);
      progress.update(`edge: ${client.name}, ${looked.pages} pages compared`);
    }
    await checkLeftOver(doctor, store, client);
  }
  if (exporting.length > 0)
    findings.note(
      `not compared, as a full export is on its way: ${exporting.map(({ name }) => name).join(", ")}`,
    );
  const more = extent.full ? "" : "; --full compares all";
  findings.note(`edge: ${looked.pages} pages compared, ${looked.onTheWay} with a change on its way${more}`);
}

async function* pagesOf(
  { db, extent }: Doctor,
  { wiki }: EdgeClient,
  most: number,
): AsyncGenerator<number[]> {
  if (extent.full) return yield* allPages(db, wiki, PAGES_AT_ONCE);
  const pageids = await samplePages(db, wiki, extent, most);
  for (let at = 0; at < pageids.length; at += PAGES_AT_ONCE) yield pageids.slice(at, at + PAGES_AT_ONCE);
}

async function checkPages(
  doctor: Doctor,
  store: ReadableStore,
  client: EdgeClient,
  pageids: readonly number[],
  looked: Looked,
): Promise<void> {
  const differences = await comparePages(doctor, store, client, pageids, looked);
  for (const check of ["edge-missing", "edge-wrong"] as const) {
    const those = differences.filter((one) => one.check === check);
    const repaired = await repairPages(doctor, client, those);
    findingsOf(doctor, check, client, those, repaired);
  }
}

function findingsOf(
  { findings }: Doctor,
  check: Difference["check"],
  { name }: EdgeClient,
  those: readonly Difference[],
  repaired: number,
): void {
  const examples = those.map(
    ({ pageid, words }) => `${name} page ${pageid}${words === "" ? "" : `: ${words}`}`,
  );
  findings.add(check, { count: those.length, repaired, examples });
}

async function repairPages(
  { db, config, clock, repair }: Doctor,
  client: EdgeClient,
  those: readonly Pick<Difference, "pageid">[],
): Promise<number> {
  if (!repair || those.length === 0) return 0;
  return publishAgain(
    db,
    client,
    config.edgeName,
    those.map(({ pageid }) => pageid),
    clock.today(),
  );
}

const clientNow = async ({ db, config }: Doctor, { wiki }: EdgeClient): Promise<EdgeClient | undefined> =>
  (await edgeClients(db, config.edgeName)).find((client) => client.wiki === wiki);

/** A later writer than this database knows: it grows before anything is written under it. */
async function checkFence(doctor: Doctor, store: ReadableStore, client: EdgeClient): Promise<void> {
  const { db, config, findings, repair } = doctor;
  const value = await store.get(fenceKey(client.name));
  if (value.kind === "failed") throw new WorkError(value.message);
  if (value.kind === "absent") return;
  const number = Number(new TextDecoder().decode(value.bytes));
  const now = (await clientNow(doctor, client))?.fence ?? 0;
  if (!(number > now)) return;
  if (repair) await requestExport(db, client.wiki, config.edgeName);
  const examples = [`${client.name}: ${number} at the edge, ${now} here`];
  findings.add("edge-fence", { examples, repaired: repair ? 1 : 0 });
}

/** That the edge has the keys of a wiki's profile: without them it calls the wiki unknown, or answers that it is not ready. */
async function checkProfile(doctor: Doctor, store: ReadableStore, client: EdgeClient): Promise<void> {
  const { db, config, findings, repair } = doctor;
  if (client.profileDue) return;
  const values = await Promise.all(profileKeys(client.name).map((key) => store.get(key)));
  for (const value of values) if (value.kind === "failed") throw new WorkError(value.message);
  // It may be on its way by now.
  if (values.every(({ kind }) => kind === "value") || (await clientNow(doctor, client))?.profileDue !== false)
    return;
  const repaired = repair ? await publishProfileAgain(db, client, config.edgeName) : 0;
  findings.add("edge-profile", { examples: [client.name], repaired });
}

async function checkLeftOver(doctor: Doctor, store: ReadableStore, client: EdgeClient): Promise<void> {
  const { db, extent, signal } = doctor;
  const prefix = snapshotPrefix(client.name);
  let cursor: string | null = null;
  for (let lists = 0; lists < LISTS_MAX || extent.full; lists++) {
    const found = await store.list(prefix, cursor);
    if (found.kind === "failed") throw new WorkError(found.message);
    const pageids = found.keys.map((key) => Number(key.slice(prefix.length))).filter(Number.isSafeInteger);
    const watched = await pagesWithSnapshot(db, client.wiki, pageids);
    const left = pageids.filter((pageid) => !watched.has(pageid));
    const those = await stillLeftOver(doctor, store, client, left);
    findingsOf(doctor, "edge-leftover", client, those, await repairPages(doctor, client, those));
    ({ cursor } = found);
    if (cursor === null || signal.aborted) return;
  }
}
