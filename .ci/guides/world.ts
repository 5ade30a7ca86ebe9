import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ran, weboid } from "../../crawler/cli/testing/run.ts";
import { readConfig } from "../../crawler/runtime/config.ts";
import { up } from "../../crawler/up/run.ts";
import { freePort } from "../../db/embedded/port.ts";

/** Enough for a link that is gone to be called dead, in as few simulated days as that takes. */
const WEEKS = 6;

/** The sample as `npm start` runs it, at which the guides' commands are tried. */
export interface GuideWorld {
  readonly edgeUrl: string;
  readonly databaseUrl: string;
  /** A link that is gone. */
  readonly goneUrl: string;
  weboid(args: readonly string[]): Promise<Ran>;
  close(): Promise<void>;
}

export async function openGuideWorld(databaseUrl: string): Promise<GuideWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), "weboid-guides-"));
  const env = {
    DATABASE_URL: databaseUrl,
    WEBOID_DATA: dataDir,
    WEBOID_CONTACT: "you@example.net",
    WEBOID_LOG: "error",
  };
  const stop = new AbortController();
  const { promise: announced, resolve, reject } = Promise.withResolvers<string>();
  const running = up(
    { config: readConfig(env, "/"), env, signal: stop.signal, print: async (lines) => resolve(lines) },
    { wikis: [], port: await freePort(), ageWeeks: WEEKS },
  );
  running.then(() => reject(new Error("it ended while it started")), reject);
  const lines = await announced;
  const [edgeUrl] = /http:\/\/127\.0\.0\.1:\d+/.exec(lines) ?? [];
  if (edgeUrl === undefined) throw new Error(`no address of the edge in ${lines}`);
  const response = await fetch(`${edgeUrl}/list/samplewiki@local/unreachable?format=json`);
  const { entries } = (await response.json()) as { entries: readonly { readonly url: string }[] };
  // The archive of the world has nothing: no command asks one on the net.
  const beside = { ...env, WEBOID_ARCHIVE_ENDPOINTS: `archive.org=${edgeUrl}/no-archive` };
  return {
    edgeUrl,
    databaseUrl,
    goneUrl: entries[0]?.url ?? "",
    weboid: (args) => weboid(args, { env: beside }),
    async close() {
      stop.abort();
      await running;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
