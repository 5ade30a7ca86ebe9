import { expect, test } from "vitest";
import { freshDatabase } from "../../db/testing/fresh.ts";
import { sampleWiki } from "../../db/testing/sample.ts";
import { addFarm } from "../../db/wikis/farms.ts";
import { addWiki } from "../../db/wikis/wikis.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";
import { mineOf, otherWiki, wantsSample } from "./wikis.ts";

const API = "http://127.0.0.1:20002/w/api.php";

/** A database with the sample's wiki, another, both or none. */
async function databaseOf(kept: { readonly sample: boolean; readonly other: boolean }) {
  const db = await freshDatabase({ max: 2 });
  if (kept.other) await sampleWiki(db);
  if (kept.sample) {
    await addFarm(db, { code: 9, name: "local", sites: "", internalHosts: "", spamList: "" });
    await addWiki(db, {
      dbname: "samplewiki",
      farm: 9,
      api: API,
      server: "http://127.0.0.1:20002",
      articleUrl: "http://127.0.0.1:20002/wiki/$1",
      lang: "en",
      siteName: "Sample",
    });
  }
  return db;
}

const contact = { WEBOID_CONTACT: "you@example.net" };

test.each<[string, { sample: boolean; other: boolean }, string[], boolean, string | null]>([
  ["nothing is configured: the sample", { sample: false, other: false }, [], true, null],
  ["the sample was here before", { sample: true, other: false }, [], true, null],
  ["another wiki: no sample", { sample: false, other: true }, [], false, "testwiki@wmflabs"],
  ["both: each goes on, without simulated time", { sample: true, other: true }, [], true, "testwiki@wmflabs"],
  [
    "a wiki by its address: no sample",
    { sample: true, other: false },
    ["http://a.example/"],
    false,
    "samplewiki@local",
  ],
  ["the wiki of that address is no other", { sample: true, other: false }, [API], false, null],
])("%s", async (_name, kept, apis, sample, other) => {
  const db = await databaseOf(kept);
  const ctx = { db, config: readConfig(contact), log: silentLog };
  expect(await wantsSample(ctx, apis)).toBe(sample);
  expect((await otherWiki(db, mineOf(apis)))?.name ?? null).toBe(other);
});

test("other wikis are not asked without a contact address", async () => {
  const db = await databaseOf({ sample: false, other: true });
  const starting = wantsSample({ db, config: readConfig({}), log: silentLog }, []);
  await expect(starting).rejects.toThrow("WEBOID_CONTACT is not set");
});
