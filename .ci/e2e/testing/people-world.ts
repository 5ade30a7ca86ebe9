import { resolve } from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import type { Database } from "../../../db/connect.ts";
import { freePort } from "../../../db/embedded/port.ts";
import { samplePage, sampleWiki } from "../../../db/testing/sample.ts";
import { encodeHistory } from "../../../db/urls/row.ts";
import { asDay, type Day, dayOfInstant } from "../../../shared/calendar/day.ts";
import { fold } from "../../../shared/history/fold.ts";
import type { History } from "../../../shared/history/types.ts";
import { statusOfHttp } from "../../../shared/status/table.ts";
import { launchBrowser } from "../../testing/browser.ts";
import { type OauthWiki, openOauthWiki } from "./oauth-wiki.ts";
import { start } from "./process.ts";
import { openSecureProxy } from "./secure-proxy.ts";
import { openWeboid } from "./weboid.ts";

const MAIN = resolve(import.meta.dirname, "../../../crawler/cli/main.ts");
const UP_MS_MAX = 120_000;
/** In which the proxy passes on where a reader is. */
const READER_ADDRESS = "x-reader";
export const WIKI = "dewiki@wmflabs";
export const LINKS = ["1", "2", "3", "4"].map((path) => `https://gone.zz/${path}`);
/** 404 for three months, after a good time, in days before today: presumed dead. */
const GONE = [300, 270, 100, 99, 97, 93, 86, 70, 10];

/** An edge behind TLS, its origin and a PostgreSQL, a wiki where people log in, and their browser. */
export interface PeopleWorld {
  readonly db: Database;
  /** Of the edge: https, without a final slash. */
  readonly base: string;
  readonly wiki: OauthWiki;
  /** Asks the edge as a script does, and follows no redirect. */
  ask(path: string): Promise<Response>;
  /** A browser that knows nothing yet, in a network of its own. */
  reader(address: string, more?: BrowserContextOptions): Promise<BrowserContext>;
  close(): Promise<void>;
}

async function seed(db: Database, today: Day): Promise<void> {
  const wikiId = await sampleWiki(db, "dewiki");
  await samplePage(db, wikiId, 1, LINKS, today - 10);
  const history = GONE.reduce<History>((past, ago) => {
    const http = ago > 200 ? 200 : 404;
    return fold(past, { status: statusOfHttp(http), http, deadEnd: false }, asDay(today - ago));
  }, []);
  await db.sql`update url set history = ${encodeHistory(history)}, queried = ${today - 10}`;
}

/** `hosts`: names that the browser finds on this machine, beside that of the edge. */
export async function openPeopleWorld(hosts: readonly string[] = []): Promise<PeopleWorld> {
  await using opened = new AsyncDisposableStack();
  const weboid = await openWeboid();
  opened.defer(() => weboid.close());
  await seed(weboid.db, dayOfInstant(Date.now()));
  const wiki = openOauthWiki();
  opened.defer(() => wiki.close());
  const [edgePort, originPort, port] = [await freePort(), await freePort(), await freePort()];
  const base = `https://weboid.zz:${port}`;
  const env = {
    ...weboid.env,
    ...wiki.env,
    ORIGIN_TOKEN: "o".repeat(32),
    EDGE_TOKEN: "e".repeat(32),
    ORIGIN_URL: `http://127.0.0.1:${originPort}`,
    EDGE_URL: `http://127.0.0.1:${edgePort}`,
    CLIENT_IP_HEADER: READER_ADDRESS,
    PUBLIC_URL: base,
  };
  const up = async (args: readonly string[], until: RegExp) => {
    const options = { cwd: weboid.env.WEBOID_DATA ?? "/", env, until, msMax: UP_MS_MAX };
    const role = await start(process.execPath, [MAIN, ...args], options);
    opened.defer(async () => void (await role.stop()));
  };
  await Promise.all([
    up(["origin"], /the edge may ask/),
    up(["edge", "--port", String(edgePort)], /answers at/),
  ]);
  await up(["dispatch"], /dewiki/);
  const proxy = await openSecureProxy(port, edgePort);
  opened.defer(() => proxy.close());
  const rules = ["weboid.zz", ...hosts].map((host) => `MAP ${host} 127.0.0.1`).join(",");
  const browser: Browser = await launchBrowser([`--host-resolver-rules=${rules}`]);
  opened.defer(() => browser.close());
  const all = opened.move();
  return {
    db: weboid.db,
    base,
    wiki,
    ask: (path) =>
      fetch(`https://127.0.0.1:${port}${path}`, {
        headers: { host: new URL(base).host },
        redirect: "manual",
        tls: { rejectUnauthorized: false },
      }),
    reader: (address, more = {}) =>
      browser.newContext({
        ...more,
        ignoreHTTPSErrors: true,
        extraHTTPHeaders: { [READER_ADDRESS]: address },
      }),
    close: () => all.disposeAsync(),
  };
}
