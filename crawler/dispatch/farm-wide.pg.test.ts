import { expect, test } from "vitest";
import { recordDomainNotes } from "../../db/hosts/record.ts";
import { asComponent, freshDatabase } from "../../db/testing/fresh.ts";
import { samplePage, sampleWiki } from "../../db/testing/sample.ts";
import type { HostId, WikiId } from "../../db/types.ts";
import { recordResults } from "../../db/urls/results.ts";
import { addFarm, updateFarm } from "../../db/wikis/farms.ts";
import { addWiki } from "../../db/wikis/wikis.ts";
import { asDay } from "../../shared/calendar/day.ts";
import { decodeSnapshot } from "../../shared/snapshot/snapshot.ts";
import { systemClock } from "../runtime/clock.ts";
import { readConfig } from "../runtime/config.ts";
import type { Database } from "../runtime/context.ts";
import { silentLog } from "../runtime/log.ts";
import type { WriteEvents } from "./changes.ts";
import { dedupingStore } from "./deduping-store.ts";
import { dispatch } from "./run.ts";
import { memoryStore } from "./testing/memory-store.ts";

const DAY = 3_600;

async function wikiElsewhere(db: Database): Promise<WikiId> {
  await addFarm(db, { code: 9, name: "other", sites: "", internalHosts: "", spamList: "" });
  const server = "https://elsewhere.example.net";
  const sites = { api: `${server}/api.php`, server, articleUrl: `${server}/$1`, lang: "en", siteName: "x" };
  const added = await addWiki(db, { dbname: "elsewhere", farm: 9, ...sites });
  if (added.kind === "no-farm") throw new Error("no farm");
  return added.id;
}

/** Two edges and the followers, each with what was published to them. */
function listeners(db: Database) {
  const followed: WikiId[] = [];
  const events: WriteEvents = async (_, concerned) => void followed.push(...concerned.keys());
  const edges = ["main", "europe"].map((edgeName) => {
    const memory = memoryStore();
    const notesOf = async (key: string) => {
      const decoded = await decodeSnapshot(Buffer.from(memory.values.get(key) ?? "", "base64"));
      if (decoded.kind !== "snapshot") throw new Error(`no snapshot under ${key}`);
      return decoded.snapshot.urls.flatMap(({ url, notes }) =>
        notes.map(({ key: note }) => `${url} ${note}`),
      );
    };
    const publish = () => {
      const { signal } = new AbortController();
      const config = { ...readConfig({}), edgeName };
      const context = { db, clock: systemClock, log: silentLog, signal, config };
      memory.writes.length = 0;
      return dispatch(context, { once: true, store: dedupingStore(memory.store, db, edgeName), events });
    };
    return { ...memory, notesOf, publish };
  });
  return { followed, edges };
}

test("what is learnt of a host, and of a farm, reaches every wiki that it concerns at every edge, and no other", async () => {
  const db = await freshDatabase();
  const dispatcher = await asComponent(db, "dispatch");
  const one = await sampleWiki(db, "onewiki");
  const two = await sampleWiki(db, "twowiki");
  const other = await wikiElsewhere(db);
  await samplePage(db, one, 1, ["http://a.zz/1", "http://b.zz/"], DAY);
  await samplePage(db, one, 2, ["http://b.zz/"], DAY);
  await samplePage(db, two, 3, ["http://a.zz/2"], DAY);
  await samplePage(db, other, 4, ["http://a.zz/1"], DAY);
  const { followed, edges } = listeners(dispatcher);
  for (const { publish } of edges) await publish();
  followed.length = 0;

  const all = async (keys: readonly string[]) => {
    for (const { publish, writes } of edges) {
      await publish();
      expect([...writes].sort()).toEqual([...keys].sort());
    }
  };
  const CONCERNED = ["s1:onewiki@wmflabs:1", "s1:twowiki@wmflabs:3", "s1:elsewhere@other:4"];

  // A note of a whole host (M10).
  await recordDomainNotes(db, [{ host: "a.zz", kind: "moved", value: "https://c.zz/" }], asDay(DAY));
  await all(CONCERNED);
  expect(await edges[1]?.notesOf("s1:elsewhere@other:4")).toEqual(["http://a.zz/1 moved"]);
  expect([...followed].sort()).toEqual([one, two, other].sort());

  // A trait of a host, once it has lasted (M9).
  const [host] = await db.sql<{ id: HostId }[]>`select id from host where name = 'a.zz'`;
  if (host === undefined) throw new Error("no host");
  for (const day of [DAY + 1, DAY + 102])
    await recordResults(
      db,
      null,
      [],
      [{ id: host.id, day: asDay(day), seen: ["https-needed"], retryAtMs: null }],
    );
  await all(CONCERNED);
  expect(await edges[0]?.notesOf("s1:twowiki@wmflabs:3")).toEqual([
    "http://a.zz/2 https-needed",
    "http://a.zz/2 moved",
  ]);

  // The farm's own hosts (U5), in the profile by which an edge knows them; of the two wikis of that farm.
  await updateFarm(db, "wmflabs", { internalHosts: "(^|\\.)internal\\.zz$" });
  await all(["onewiki", "twowiki"].map((name) => `w1:${name}@wmflabs`));
  for (const { values } of edges)
    for (const name of ["onewiki", "twowiki"])
      expect(JSON.parse(values.get(`w1:${name}@wmflabs`) ?? "{}")).toMatchObject({
        internalHosts: "(^|\\.)internal\\.zz$",
      });
});
