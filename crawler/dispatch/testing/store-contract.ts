import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type KvPair,
  snapshotKey,
  snapshotPrefix,
  WIKIS_KNOWN_KEY,
  wikiKey,
} from "../../../shared/protocol/types.ts";
import type { ReadableStore, StoredKeys } from "../store.ts";

export interface OpenedStore {
  readonly store: ReadableStore;
  close(): Promise<void>;
}

const WIKI = "contract@local";
const text = (key: string, value: string): KvPair => ({ key, value });
const binary = (key: string, bytes: Uint8Array): KvPair => ({
  key,
  value: Buffer.from(bytes).toString("base64"),
  base64: true,
});

/** What dispatchers rely on, whichever store they write to. */
export function storeContract(
  name: string,
  open: () => Promise<OpenedStore>,
  /** Keys of which a list is asked for: a thousand come at a time, and a local store takes long to write so many. */
  listed = 1_100,
): void {
  describe(`the store of ${name}`, () => {
    let opened: OpenedStore;
    beforeAll(async () => {
      opened = await open();
    }, 60_000);
    afterAll(async () => opened?.close());
    const read = async (key: string) => {
      const value = await opened.store.get(key);
      return value.kind === "value" ? Buffer.from(value.bytes).toString("latin1") : value.kind;
    };

    test("keeps what is written, as bytes and as text", async () => {
      const bytes = Uint8Array.from([0, 255, 128, 10, 0]);
      const pairs = [binary(snapshotKey(WIKI, 1), bytes), text(wikiKey(WIKI), '{"ü":1}')];
      expect(await opened.store.put(pairs)).toMatchObject({ kind: "stored" });
      expect(await read(snapshotKey(WIKI, 1))).toBe(Buffer.from(bytes).toString("latin1"));
      expect(Buffer.from(await read(wikiKey(WIKI)), "latin1").toString()).toBe('{"ü":1}');
      expect(await read(snapshotKey(WIKI, 2))).toBe("absent");
    });

    test("the last of several writes counts, and a removal is one", async () => {
      const key = snapshotKey(WIKI, 3);
      for (const value of ["one", "two", "three"]) await opened.store.put([text(key, value)]);
      expect(await read(key)).toBe("three");
      expect(await opened.store.remove([key, snapshotKey(WIKI, 404)])).toMatchObject({ kind: "stored" });
      expect(await read(key)).toBe("absent");
      await opened.store.put([text(key, "four")]);
      expect(await read(key)).toBe("four");
    });

    test("takes nothing to write, and nothing to remove", async () => {
      expect(await opened.store.put([])).toEqual({ kind: "stored", calls: 0 });
      expect(await opened.store.remove([])).toEqual({ kind: "stored", calls: 0 });
    });

    test("takes more pairs than fit into a call, under a fence", async () => {
      const pairs = Array.from({ length: 260 }, (_, at) => text(snapshotKey(WIKI, 10_000 + at), `v${at}`));
      const fence = { wiki: WIKI, number: 5 };
      expect(await opened.store.put(pairs, fence)).toMatchObject({ kind: "stored" });
      expect(await read(snapshotKey(WIKI, 10_000))).toBe("v0");
      expect(await read(snapshotKey(WIKI, 10_259))).toBe("v259");
      const keys = pairs.map(({ key }) => key);
      expect(await opened.store.remove(keys, fence)).toMatchObject({ kind: "stored" });
      expect(await read(snapshotKey(WIKI, 10_259))).toBe("absent");
    });

    test("keeps a value of a megabyte, and one that is empty", async () => {
      const big = new Uint8Array(1024 * 1024).map((_, at) => at % 251);
      await opened.store.put([binary(snapshotKey(WIKI, 6), big), text(snapshotKey(WIKI, 7), "")]);
      const value = await opened.store.get(snapshotKey(WIKI, 6));
      expect(value.kind === "value" && Buffer.compare(value.bytes, big)).toBe(0);
      expect(await read(snapshotKey(WIKI, 7))).toBe("");
    });

    test("lists the keys of a wiki, all of them and no others", async () => {
      const one = Array.from({ length: listed }, (_, at) => snapshotKey("listed@local", at + 1));
      const others = [snapshotKey("listed@local2", 1), snapshotKey("xlisted@local", 1)];
      await opened.store.put([...one, ...others].map((key) => text(key, "x")));
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const some: StoredKeys = await opened.store.list(snapshotPrefix("listed@local"), cursor);
        if (some.kind === "failed") throw new Error(some.message);
        found.push(...some.keys);
        ({ cursor } = some);
      } while (cursor !== null);
      expect(found.sort()).toEqual(one.sort());
      const nothing = await opened.store.list(snapshotPrefix("nothing@local"), null);
      expect(nothing).toEqual({ kind: "keys", keys: [], cursor: null });
    });

    test.each([wikiKey(""), wikiKey("list"), WIKIS_KNOWN_KEY])(
      "lists what begins with %s",
      async (prefix) => {
        const keys = [wikiKey("listed@local"), wikiKey("listed@local2"), WIKIS_KNOWN_KEY];
        await opened.store.put(keys.map((key) => text(key, "1")));
        const found = await opened.store.list(prefix, null);
        if (found.kind === "failed") throw new Error(found.message);
        expect(found.keys.filter((key) => keys.includes(key))).toEqual(
          keys.filter((key) => key.startsWith(prefix)),
        );
      },
    );

    test("a call that is made again changes nothing", async () => {
      const pairs = [text(snapshotKey(WIKI, 8), "same")];
      for (let n = 0; n < 2; n++) expect((await opened.store.put(pairs)).kind).toBe("stored");
      expect(await read(snapshotKey(WIKI, 8))).toBe("same");
    });
  });
}
