import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { connect, type Database } from "../../../db/connect.ts";
import { startEmbedded } from "../../../db/embedded.ts";
import { noLog } from "../../../db/errors.ts";
import { decodeUrl, type UrlColumns } from "../../../db/urls/row.ts";
import { run } from "./process.ts";

const MAIN = resolve(import.meta.dirname, "../../../crawler/cli/main.ts");
const COMMAND_MS_MAX = 120_000;

/** What the database has of a page. */
export interface StoredPage {
  readonly pageid: number;
  readonly namespace: number;
  readonly title: string;
  readonly needsUpdate: boolean;
  /** Were its links ever read? */
  readonly read: boolean;
  /** Its URLs of the cross reference, sorted. */
  readonly urls: readonly string[];
  /** URLs that spam lists block on it, sorted. */
  readonly spam: readonly string[];
}

interface Started {
  /** Its exit code; null: a signal ended it. */
  readonly ended: Promise<number | null>;
  /** As a crash: nothing is tidied up. */
  kill(): void;
}

/** Weboid's commands on a PostgreSQL of their own, and a look at what they stored. */
export interface Weboid {
  readonly db: Database;
  /** Answers standard output; throws unless the command ends with 0. */
  command(...args: string[]): Promise<string>;
  /** Starts a command and leaves it to the caller. */
  start(...args: string[]): Started;
  /** By page id. */
  stored(wiki: string): Promise<Map<number, StoredPage>>;
  close(): Promise<void>;
}

export async function openWeboid(): Promise<Weboid> {
  const data = mkdtempSync(join(tmpdir(), "weboid-e2e-"));
  // As root the server runs under another account, which passes through.
  chmodSync(data, 0o755);
  const server = await startEmbedded(data, noLog, { settings: { fsync: "off" } });
  const db = await connect(server.url, { max: 2 });
  const env = {
    DATABASE_URL: server.url,
    WEBOID_DATA: data,
    WEBOID_CONTACT: "e2e@weboid.zz",
    WEBOID_ALLOW_PRIVATE: "1",
  };
  const command = (...args: string[]) =>
    run(process.execPath, [MAIN, ...args], { cwd: data, env, msMax: COMMAND_MS_MAX });
  const start = (...args: string[]): Started => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: data,
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    const ended = new Promise<number | null>((done) => child.once("exit", (code) => done(code)));
    return { ended, kill: () => void child.kill("SIGKILL") };
  };
  await command("migrate");
  return {
    db,
    command,
    start,
    stored: (wiki) => readStored(db, wiki),
    async close() {
      await db.close();
      await server.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function readStored({ sql }: Database, wiki: string): Promise<Map<number, StoredPage>> {
  const [dbname = "", farm = ""] = wiki.split("@");
  const [row] = await sql<{ id: number }[]>`
    select w.id from wiki w join farm f on f.code = w.farm where w.dbname = ${dbname} and f.name = ${farm}`;
  if (row === undefined) throw new Error(`${wiki} is not configured`);
  const pages = await sql<(Omit<StoredPage, "urls" | "spam"> & { ids: number[] })[]>`
    select p.pageid, p.namespace, p.title, p.needs_update as "needsUpdate", p.links_read >= 0 as read,
      coalesce(l.urls, '{}') as ids
    from page p left join page_link l on l.wiki_id = p.wiki_id and l.pageid = p.pageid
    where p.wiki_id = ${row.id} order by p.pageid`;
  const urls = await sql<(UrlColumns & { id: number })[]>`
    select u.id, u.scheme, h.name as host, u.port, u.path from url u join host h on h.id = u.host_id`;
  const spam = Map.groupBy(
    await sql<{ pageid: number; url: string }[]>`
      select pageid, url from spam_use where wiki_id = ${row.id} order by url`,
    ({ pageid }) => pageid,
  );
  const named = new Map(urls.map((url) => [url.id, decodeUrl(url)]));
  return new Map(
    pages.map(({ ids, ...page }) => [
      page.pageid,
      {
        ...page,
        urls: ids.map((id) => named.get(id) ?? `missing #${id}`).sort(),
        spam: (spam.get(page.pageid) ?? []).map(({ url }) => url),
      },
    ]),
  );
}
