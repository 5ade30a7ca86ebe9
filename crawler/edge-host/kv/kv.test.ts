import { Database } from "bun:sqlite";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { backUp } from "./backup.ts";
import { Pairs } from "./pairs.ts";
import { answerKv } from "./protocol.ts";

const root = mkdtempSync(join(tmpdir(), "weboid-kv-"));
const opened: (() => void)[] = [];
afterAll(() => {
  for (const close of opened.reverse()) close();
  rmSync(root, { recursive: true, force: true });
});

let folders = 0;
const freshFile = () => join(root, `${++folders}.sqlite`);
/** Keys as a dispatcher writes them. */
const [A, B] = ["s1:a@x:1", "s1:a@x:2"] as const;
const keyAt = (at: number) => `s1:many@x:${at + 1}`;
const bytes = (text: string) => new TextEncoder().encode(text);
const pair = (key: string, text: string) => ({ key, value: bytes(text) });

function open(file = freshFile(), bytesMax?: number) {
  const pairs = new Pairs({ file, ...(bytesMax !== undefined && { bytesMax }) });
  opened.push(() => pairs.close());
  const ask = (method: string, path: string, body?: string, headers: Record<string, string> = {}) =>
    answerKv(
      new Request(`http://fake-host${path}`, { method, headers, ...(body !== undefined && { body }) }),
      pairs,
    );
  const keyPath = (key: string) => `/${encodeURIComponent(key)}?urlencoded=true`;
  const read = async (key: string) => {
    const answer = await ask("GET", keyPath(key));
    return answer.ok ? answer.text() : answer.status;
  };
  return { file, pairs, ask, keyPath, read };
}

describe("what workerd asks of a namespace", () => {
  test("keys of any form keep their values, which end with a removal", async () => {
    const { ask, keyPath, read } = open();
    for (const key of ["s1:dewiki@WMF:7", "a/../b", "ü ?&=%", "bulk/put", "__proto__"]) {
      expect((await ask("PUT", keyPath(key), `of ${key}`)).status).toBe(200);
      expect(await read(key)).toBe(`of ${key}`);
      await ask("DELETE", keyPath(key));
      expect(await read(key)).toBe(404);
    }
  });

  test.each([
    ["PUT", "/a?urlencoded=true&expiration_ttl=60", 400],
    ["PUT", "/a?urlencoded=true&expiration=9999999999", 400],
    ["PUT", `/${"k".repeat(513)}?urlencoded=true`, 414],
    ["GET", "/%ff?urlencoded=true", 400],
    ["GET", "/?key_count_limit=1001", 400],
    ["PUT", "/?urlencoded=true", 400],
    ["PATCH", "/a?urlencoded=true", 405],
    ["POST", "/bulk/other", 404],
    ["POST", "/bulk/put", 400],
  ])("%s %s is refused with %i", async (method, path, status) => {
    const { ask } = open();
    expect((await ask(method, path, method === "GET" ? undefined : "{")).status).toBe(status);
  });

  test("lists come a piece at a time, in order, with what begins so alone", async () => {
    const { pairs, ask } = open();
    const own = Array.from({ length: 25 }, (_, at) => `s1:a@x:${at + 1}`).sort();
    pairs.put([...own, "s1:a@x", "s1:a@x2:1", "s1:b@x:1"].map((key) => pair(key, "v")));
    const found: string[] = [];
    let cursor: string | undefined = "";
    for (let pieces = 0; cursor !== undefined; pieces++) {
      expect(pieces).toBeLessThan(4);
      const answer = await ask("GET", `/?prefix=s1:a@x:&key_count_limit=10&cursor=${cursor}`);
      const piece = (await answer.json()) as {
        keys: { name: string }[];
        cursor?: string;
        list_complete: boolean;
      };
      expect(piece.list_complete).toBe(piece.cursor === undefined);
      found.push(...piece.keys.map(({ name }) => name));
      ({ cursor } = piece);
    }
    expect(found).toEqual(own);
  });

  test("many are read and written at once, or none of them", async () => {
    const { ask, read } = open();
    const body = [
      { key: A, value: "ü" },
      { key: B, value: Buffer.from([0, 255]).toString("base64"), base64: true },
    ];
    const written = await ask("POST", "/bulk/put", JSON.stringify(body));
    expect(await written.json()).toEqual({ kind: "written", keys: [A, B] });
    expect(await read(A)).toBe("ü");
    const found = await ask("POST", "/bulk/get", JSON.stringify({ keys: [A, "c"], type: "text" }));
    expect(await found.json()).toEqual({ [A]: "ü", c: null });
    for (const half of [{ key: B }, { key: "foreign", value: "" }, { key: B, value: "%", base64: true }])
      expect((await ask("POST", "/bulk/put", JSON.stringify([{ key: A, value: "new" }, half]))).status).toBe(
        400,
      );
    expect(await read(A)).toBe("ü");
    await ask("POST", "/bulk/delete", JSON.stringify([A, B]));
    expect([await read(A), await read(B)]).toEqual([404, 404]);
  });

  test("the largest value is taken as base64", async () => {
    const { ask, pairs } = open();
    const value = Buffer.alloc(25 * 1024 * 1024, 7);
    const body = JSON.stringify([{ key: A, value: value.toString("base64"), base64: true }]);
    expect((await ask("POST", "/bulk/put", body)).status).toBe(200);
    expect(pairs.get(A)?.length).toBe(value.length);
  });

  test("a write under a smaller fence than one that was seen of its wiki is refused whole (D2)", async () => {
    const { ask, read } = open();
    const under = async (fence: string, verb: string, members: unknown[]) => {
      const answer = await ask("POST", `/bulk/${verb}?${fence}`, JSON.stringify(members));
      return [answer.status, await answer.json()];
    };
    const of = (wiki: string, fence: number) => `wiki=${encodeURIComponent(wiki)}&fence=${fence}`;
    expect((await under(of("a@x", 6), "put", [{ key: A, value: "new" }]))[0]).toBe(200);
    const overtaken = [409, { kind: "overtaken", number: 6 }];
    expect(await under(of("a@x", 5), "put", [{ key: A, value: "old" }])).toEqual(overtaken);
    expect(await under(of("a@x", 5), "delete", [A])).toEqual(overtaken);
    expect([await read(A), await read("f1:a@x")]).toEqual(["new", "6"]);
    expect((await under(of("b@x", 5), "put", [{ key: "s1:b@x:1", value: "own" }]))[0]).toBe(200);
    expect((await under(of("b@x", 9), "put", [{ key: A, value: "foreign" }]))[0]).toBe(400);
    expect((await under("fence=9", "put", []))[0]).toBe(400);
    expect(await read("f1:b@x")).toBe("5");
  });
});

test("only its owner reads the file and its log", () => {
  const { file, pairs } = open();
  pairs.put([pair("a", "x")]);
  for (const suffix of ["", "-wal", "-shm"]) expect(statSync(file + suffix).mode & 0o777).toBe(0o600);
});

test("a full disk refuses what does not fit, says so, and keeps what was stored", async () => {
  const { ask, read, pairs } = open(freshFile(), 400_000);
  pairs.put([pair(A, "kept")]);
  const big = Array.from({ length: 50 }, (_, at) => ({ key: keyAt(at), value: "x".repeat(20_000) }));
  const answer = await ask("POST", "/bulk/put", JSON.stringify([{ key: A, value: "gone" }, ...big]));
  expect(answer.status).toBe(507);
  expect(await answer.text()).toMatch(/the disk that holds .*\.sqlite is full: free some space/);
  expect([await read(A), await read(keyAt(0))]).toEqual(["kept", 404]);
  pairs.put([pair("later", "fits")]);
  expect(await read("later")).toBe("fits");
});

test("a file that is no store is refused in words", () => {
  const file = freshFile();
  Bun.write(file, "x".repeat(20_000));
  expect(() => open(file)).toThrow(/is damaged: stop this edge, put a backup in its place/);
});

test("a file that was damaged since is said once, and answered with 503", async () => {
  const file = freshFile();
  const before = new Pairs({ file });
  before.put(Array.from({ length: 1_000 }, (_, at) => pair(keyAt(at), "x".repeat(100))));
  before.close();
  // All but the first page, which says what the file is.
  const content = readFileSync(file);
  writeFileSync(file, content.fill(0xff, 8_192));
  const { ask, keyPath } = open(file);
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  for (let at = 0; at < 100; at++) {
    const answer = await ask("GET", keyPath(keyAt(at)));
    expect([answer.status, await answer.text()]).toEqual([
      503,
      expect.stringContaining("is damaged: stop this edge"),
    ]);
  }
  expect(said.mock.calls).toEqual([[expect.stringContaining(`${file} is damaged`)]]);
});

test("a file of before, with a column for ends that nothing set, serves on", async () => {
  const file = freshFile();
  const before = new Database(file);
  before.run(
    "create table pair (id integer primary key, key text not null unique, value blob not null, expires integer) strict",
  );
  before.run("insert into pair (key, value) values (?, ?)", [A, bytes("kept")]);
  before.run("pragma user_version = 1");
  before.close();
  const { ask, keyPath, read } = open(file);
  expect(await read(A)).toBe("kept");
  expect((await ask("PUT", keyPath(A), "new")).status).toBe(200);
  expect(await read(A)).toBe("new");
});

describe("the process", () => {
  const MAIN = join(import.meta.dirname, "main.ts");
  let processes = 0;

  async function start(file: string) {
    const socket = join(root, `${++processes}.sock`);
    const child = spawn(process.execPath, [MAIN, file, socket], { stdio: ["pipe", "pipe", "inherit"] });
    opened.push(() => child.kill("SIGKILL"));
    const ended = new Promise<number | null>((done) => child.once("exit", done));
    await new Promise((ready) => createInterface(child.stdout).once("line", ready));
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`http://kv${path}`, { ...init, unix: socket });
    /** All keys of one generation in one write. */
    const put = (generation: number) => {
      const list = Array.from({ length: KEYS }, (_, at) => ({ key: keyAt(at), value: String(generation) }));
      return ask("/bulk/put", { method: "POST", body: JSON.stringify(list) });
    };
    return { child, ended, ask, put };
  }
  const KEYS = 3_000;

  /** Which generations a file holds. */
  function generations(file: string): string[] {
    const { pairs } = open(file);
    const keys = [...Array(KEYS).keys()].map(keyAt);
    return [...new Set(keys.map((key) => new TextDecoder().decode(pairs.get(key) ?? undefined)))];
  }

  test("killed in the midst of bulk writes, it leaves each of them whole or not begun, and what it acknowledged", async () => {
    const file = freshFile();
    let acknowledged = 0;
    for (let round = 0; round < 3; round++) {
      const { child, ended, put } = await start(file);
      const kill = Promise.withResolvers<void>();
      const before = acknowledged;
      const writing = (async () => {
        for (let generation = before + 1; ; generation++) {
          const sent = put(generation);
          // In the midst of the one that follows.
          if (generation === before + 2) kill.resolve();
          const answer = await sent.catch(() => null);
          if (!answer?.ok) return;
          acknowledged = generation;
        }
      })();
      await kill.promise;
      child.kill("SIGKILL");
      await Promise.all([ended, writing]);
      const found = generations(file);
      expect(found.length).toBe(1);
      expect(Number(found[0])).toBeGreaterThanOrEqual(acknowledged);
      expect(Number(found[0])).toBeLessThanOrEqual(acknowledged + 1);
      acknowledged = Number(found[0]);
    }
  });

  test("a backup while it writes is the store of one moment, and serves in its place", async () => {
    const file = freshFile();
    const { put, child, ended } = await start(file);
    await put(1);
    let stop = false;
    const writing = (async () => {
      let generation = 1;
      while (!stop) expect((await put(++generation)).status).toBe(200);
      return generation;
    })();
    const copies = [freshFile(), freshFile(), freshFile()];
    for (const copy of copies) {
      // In a process of its own, as the command is.
      const code = `import { backUp } from ${JSON.stringify(join(import.meta.dirname, "backup.ts"))}; backUp(...process.argv.slice(1));`;
      const run = spawn(process.execPath, ["-e", code, file, copy], {
        stdio: ["ignore", "inherit", "inherit"],
      });
      expect(await new Promise((done) => run.once("exit", done))).toBe(0);
    }
    stop = true;
    const last = await writing;
    child.stdin.end();
    expect(await ended).toBe(0);
    for (const copy of copies) {
      expect(statSync(copy).mode & 0o777).toBe(0o600);
      expect(generations(copy).length).toBe(1);
    }
    expect(generations(file)).toEqual([String(last)]);
    const restored = await start(copies[0] ?? "");
    expect((await restored.ask(`/${encodeURIComponent(keyAt(0))}?urlencoded=true`)).status).toBe(200);
    expect((await restored.put(9_999)).status).toBe(200);
  });

  test("a backup takes no file that exists, and needs a store", () => {
    const { file } = open();
    expect(() => backUp(file, file)).toThrow("exists: name a file that does not, or remove it");
    expect(() => backUp(freshFile(), freshFile())).toThrow("there is no store at");
  });
});
