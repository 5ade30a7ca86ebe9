import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type ArchiveServer, serveArchive } from "../../../crawler/sample/archive.ts";
import { freePort } from "../../../db/embedded/port.ts";
import type { PageAnswer } from "../../../shared/answer/types.ts";
import conventions from "../../../shared/repair/conventions/en.json" with { type: "json" };
import { type MediaWiki, openMediaWiki, type Page } from "./mediawiki.ts";
import { addressOf, type Running, run, start } from "./process.ts";
import { isArchived, TO_REPAIR, TO_REPAIR_TEXT } from "./repairing.ts";
import { KIND_NAMES, openWeb, type TestWeb } from "./web.ts";

const MAIN = resolve(import.meta.dirname, "../../../crawler/cli/main.ts");
const WIKI = "testbed@local";
/** Long enough for every verdict of the test web: two sweeps, and the repeats of what fails. */
const WEEKS = "7";
/** Nothing takes so long unless it hangs, on a busy machine either. */
const UP_MS_MAX = 540_000;
export const HOSTS_PER_KIND = 40;
/** An article with every kind of site that the test web has. */
export const DEAD_AND_ALIVE = "Dead and alive";
/** Pages in one question each, so that no throttle is met. */
const BATCH = 25;

function deadAndAlive(): string {
  const lines = KIND_NAMES.flatMap((kind) =>
    Array.from({ length: HOSTS_PER_KIND }, (_, i) => `* [http://${kind}-${i}.zz/page?n=${i} ${kind} ${i}]`),
  );
  return `${lines.join("\n")}\n`;
}

/** Nothing of this test leaves the machine: the seed's links to addresses elsewhere are taken out. */
async function prepareWiki(wiki: MediaWiki): Promise<void> {
  await wiki.edit(
    "Links ports and addresses",
    "[http://ports.zz:80/ a] [https://ports.zz:443/x b] [http://ports.zz:/empty-port c] [http://ports.zz:99999/too-big d] [http://user:secret@userinfo.zz/x e] [http://127.0.0.1:1/closed f]",
  );
  await wiki.edit(
    "Links interwiki",
    "[[bookdb:0-306-40615-2]] [[doi:10.1000/182]] [[partner:Ünïcode & more?]] [[sister:Sister page]] [[:de:Seite]]",
  );
  await wiki.edit(DEAD_AND_ALIVE, deadAndAlive());
  await wiki.edit("Template:Cite web", "[{{{url}}} {{{title}}}]");
  await wiki.edit(TO_REPAIR, TO_REPAIR_TEXT);
  // It writes as the English Wikipedia does.
  await wiki.edit("MediaWiki:Weboid-repair.json", JSON.stringify(conventions));
}

/** A stand-in for archive.org, which has each of these pages once. */
const openArchive = (): Promise<ArchiveServer> =>
  serveArchive({
    port: 0,
    capturesOf: (original) =>
      isArchived(original)
        ? [{ timestamp: "20200102030405", original, status: 200, mime: "text/html", text: "A page." }]
        : [],
  });

/** As docs/gadget.md says. */
async function installGadget(wiki: MediaWiki, edge: string): Promise<void> {
  await wiki.edit("MediaWiki:Gadget-weboid.js", `mw.loader.load( '${edge}/gadget.js?dbname=${WIKI}' );`);
  await wiki.edit(
    "MediaWiki:Gadgets-definition",
    "* weboid[ResourceLoader|default|dependencies=mediawiki.util]|weboid.js",
  );
}

/** `weboid up` on a real wiki and a test web, some weeks old. */
export interface MainJob {
  readonly wiki: MediaWiki;
  readonly weboid: Running;
  /** Address of the edge, without a slash at its end. */
  readonly edge: string;
  /** What the wiki says of its main namespace. */
  readonly pages: readonly Page[];
  /** What the edge answered about each, all URLs. */
  readonly answers: ReadonlyMap<number, PageAnswer>;
  batches(): Page[][];
  ask(path: string, batch: readonly Page[], more?: string): Promise<string>;
  /** Starts what was stopped, and reads the answers again. */
  startAgain(): Promise<void>;
  /** A command on the same data; answers standard output. */
  command(...args: string[]): Promise<string>;
}

/** For all tests of a file. */
export function openMainJob(): MainJob {
  const data = mkdtempSync(join(tmpdir(), "weboid-e2e-"));
  let wiki: MediaWiki;
  let web: TestWeb;
  let archive: ArchiveServer;
  let weboid: Running;
  let port = 0;
  let edge = "";
  let pages: readonly Page[] = [];
  let answers = new Map<number, PageAnswer>();

  const env = () => ({
    WEBOID_DATA: data,
    WEBOID_CONTACT: "e2e@weboid.zz",
    WEBOID_DNS: web.dns,
    WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${archive.base}`,
    WEBOID_ALLOW_PRIVATE: "1",
    DATABASE_URL: undefined,
  });
  /** Weeks are lived through once; a folder with history takes no more of them. */
  const startWeboid = async (age: readonly string[] = []) => {
    const args = ["up", "--wiki", wiki.api, "--port", String(port), ...age];
    weboid = await start(process.execPath, [MAIN, ...args], {
      cwd: data,
      env: env(),
      until: /Ctrl-C stops everything/,
      msMax: UP_MS_MAX,
    });
    edge = addressOf(weboid, "front page").replace(/\/$/, "");
  };
  const batches = () =>
    Array.from({ length: Math.ceil(pages.length / BATCH) }, (_, i) =>
      pages.slice(i * BATCH, (i + 1) * BATCH),
    );
  const ask = async (path: string, batch: readonly Page[], more = "") => {
    const ids = batch.map(({ pageid }) => pageid).join("|");
    const response = await fetch(`${edge}${path}?dbname=${WIKI}&pageid=${ids}${more}`);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.text();
  };
  const readAnswers = async () => {
    const read = new Map<number, PageAnswer>();
    for (const batch of batches()) {
      const answer: { pages: PageAnswer[] } = JSON.parse(await ask("/api/v1/page", batch, "&show=all"));
      for (const page of answer.pages) read.set(page.pageid, page);
    }
    answers = read;
  };

  beforeAll(async () => {
    [wiki, web, archive, port] = await Promise.all([openMediaWiki(), openWeb(), openArchive(), freePort()]);
    await prepareWiki(wiki);
    pages = await wiki.pages();
    await startWeboid(["--age", WEEKS]);
    await installGadget(wiki, edge);
    await readAnswers();
  });
  afterAll(async () => {
    await weboid?.stop();
    await web?.close();
    archive?.close();
    await wiki?.close();
    rmSync(data, { recursive: true, force: true });
  });

  return {
    get wiki() {
      return wiki;
    },
    get weboid() {
      return weboid;
    },
    get edge() {
      return edge;
    },
    get pages() {
      return pages;
    },
    get answers() {
      return answers;
    },
    batches,
    ask,
    async startAgain() {
      await startWeboid();
      await readAnswers();
    },
    command: (...args) =>
      run(process.execPath, [MAIN, ...args], {
        cwd: data,
        env: { ...env(), WEBOID_LOG: "error" },
        msMax: 30_000,
      }),
  };
}
