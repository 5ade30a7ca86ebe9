import { readFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../db/embedded/port.ts";
import { run } from "./process.ts";

/** One for each worker of the test runner: their files run side by side. */
const FOLDER = join(tmpdir(), `weboid-mediawiki-${userInfo().username}-${process.env.VITEST_POOL_ID ?? 1}`);
const SCRIPT = join(import.meta.dirname, "..", "mediawiki-testbed");
const UP_MS_MAX = 300_000;

type Params = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

export interface Page {
  readonly pageid: number;
  readonly title: string;
  readonly wikitext: boolean;
  /** As `prop=extlinks` and, by its own map, `prop=iwlinks` have them. */
  readonly links: readonly string[];
}

/** A real MediaWiki on this machine, seeded alike each time (mediawiki-testbed). */
export interface MediaWiki {
  readonly api: string;
  /** The wiki's own tables: a file of SQLite. */
  readonly database: string;
  articleUrl(title: string): string;
  /** Creates or replaces a page, as an administrator of the interface. */
  edit(title: string, text: string): Promise<void>;
  /** Any other action of an administrator, such as `{ action: "delete", title }`. */
  act(params: Params): Promise<void>;
  /** Works off the wiki's queue of jobs, such as the links of the pages that use a changed template. */
  runJobs(): Promise<void>;
  /** How many requests its API was asked so far that contain this text in their address. */
  asked(text: string): number;
  /** Of the administrator's session, for a browser that is to be an editor. */
  cookies(): { readonly name: string; readonly value: string; readonly url: string }[];
  /** Every page of the main namespace with its external links. */
  pages(): Promise<Page[]>;
  close(): Promise<void>;
}

/** The accounts and addresses that the testbed wrote down. */
function readEnv(): Readonly<Record<string, string>> {
  const text = readFileSync(join(FOLDER, "testbed.env"), "utf8");
  return Object.fromEntries(
    [...text.matchAll(/^(\w+)='?([^'\n]*)'?$/gm)].map(([, name, value]) => [name, value]),
  );
}

class Client {
  readonly #api: string;
  readonly #cookies = new Map<string, string>();

  constructor(api: string) {
    this.#api = api;
  }

  async ask(params: Params, method: "GET" | "POST" = "GET"): Promise<Json> {
    const all = new URLSearchParams({ format: "json", formatversion: "2", ...params });
    const response = await fetch(method === "GET" ? `${this.#api}?${all}` : this.#api, {
      method,
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(method === "POST" && { body: all }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (cookie.split(";")[0] ?? "").split(/=(.*)/);
      this.#cookies.set(name, value);
    }
    const answer = (await response.json()) as Json;
    if ("error" in answer) throw new Error(`${params.action}: ${JSON.stringify(answer.error)}`);
    return answer;
  }

  cookies() {
    return [...this.#cookies].map(([name, value]) => ({ name, value, url: new URL(this.#api).origin }));
  }

  async token(type: string): Promise<string> {
    const answer = await this.ask({ action: "query", meta: "tokens", type });
    const { tokens } = answer.query as { tokens: Readonly<Record<string, string>> };
    return tokens[`${type}token`] ?? "";
  }

  async login(lgname: string, lgpassword: string): Promise<void> {
    const answer = await this.ask(
      { action: "login", lgname, lgpassword, lgtoken: await this.token("login") },
      "POST",
    );
    const { result } = answer.login as { result: string };
    if (result !== "Success") throw new Error(`login as ${lgname}: ${JSON.stringify(answer)}`);
  }
}

async function readPages(client: Client): Promise<Page[]> {
  const pages = new Map<number, { title: string; wikitext: boolean; links: string[] }>();
  let next: Params = {};
  for (;;) {
    const answer = await client.ask({
      action: "query",
      generator: "allpages",
      gapnamespace: "0",
      gaplimit: "50",
      prop: "info|extlinks|iwlinks",
      ellimit: "max",
      iwlimit: "max",
      iwprop: "url",
      ...next,
    });
    const query = answer.query as {
      pages: {
        pageid: number;
        title: string;
        contentmodel?: string;
        extlinks?: { url: string }[];
        iwlinks?: { url: string }[];
      }[];
    };
    for (const { pageid, title, contentmodel, extlinks = [], iwlinks = [] } of query.pages) {
      const page = pages.get(pageid) ?? { title, wikitext: contentmodel === "wikitext", links: [] };
      page.links.push(...[...extlinks, ...iwlinks].map(({ url }) => url));
      pages.set(pageid, page);
    }
    if (answer.continue === undefined) break;
    next = answer.continue as Params;
  }
  return [...pages].map(([pageid, page]) => ({ pageid, ...page }));
}

/**
 * Installs PHP's packages where they are missing (Debian), puts the wiki back as it was seeded, and logs in. The seed takes half
 * a minute: it is made once, and each file of tests begins with a copy.
 */
export async function openMediaWiki(): Promise<MediaWiki> {
  const port = String(await freePort());
  await run(SCRIPT, ["up", port, FOLDER], { cwd: "/", env: { TESTBED_RESET: "seed" }, msMax: UP_MS_MAX });
  const env = readEnv();
  const client = new Client(env.TESTBED_API_URL ?? "");
  await client.login(env.TESTBED_ADMIN_USER ?? "", env.TESTBED_ADMIN_PASSWORD ?? "");
  const token = await client.token("csrf");
  const act = async (params: Params) => {
    await client.ask({ ...params, token }, "POST");
  };
  return {
    api: env.TESTBED_API_URL ?? "",
    articleUrl: (title) => `${env.TESTBED_BASE_URL}/wiki/${encodeURIComponent(title.replaceAll(" ", "_"))}`,
    database: join(FOLDER, "data", "testbed.sqlite"),
    edit: (title, text) => act({ action: "edit", title, text }),
    act,
    runJobs: async () => {
      await run(SCRIPT, ["jobs", FOLDER], { cwd: "/", env: {}, msMax: UP_MS_MAX });
    },
    asked: (text) =>
      readFileSync(join(FOLDER, "run", "server.log"), "utf8")
        .split("\n")
        .filter((line) => line.includes("/w/api.php") && line.includes(text)).length,
    cookies: () => client.cookies(),
    pages: () => readPages(client),
    close: async () => {
      await run(SCRIPT, ["down", port, FOLDER], { cwd: "/", env: {}, msMax: UP_MS_MAX });
    },
  };
}
