import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A URL that the fake was asked to save, with what came with it. */
interface Begun {
  readonly url: string | null;
  readonly authorization: string | undefined;
}

export interface FakeSave {
  readonly base: string;
  readonly begun: Begun[];
  close(): void;
}

/** What the fake answers: an HTTP status, or the members of a JSON object. */
export type SaveSays = number | Readonly<Record<string, unknown>>;

interface FakeSaveOptions {
  /** To a POST of a URL; absent: the name of a job. */
  readonly begin?: (url: string) => SaveSays | undefined;
  /** To the question what became of a job. */
  readonly status: (job: string) => SaveSays;
}

/**
 * Save Page Now on loopback, in the format that its documentation has: `POST /save` with a form and `Authorization: LOW key:secret`, which
 * names a job, and `GET /save/status/JOB`. It is no real archive, and saves nothing. It has no captures of anything: `[]` as index.
 */
export function fakeSavePageNow(options: () => FakeSaveOptions): Promise<FakeSave> {
  const begun: Begun[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    const say = (says: SaveSays) => {
      response.writeHead(typeof says === "number" ? says : 200, { "content-type": "application/json" });
      response.end(typeof says === "number" ? "<html>" : JSON.stringify(says));
    };
    if (path.startsWith("/cdx/")) return response.end("[]");
    if (path.startsWith("/save/status/")) {
      const job = decodeURIComponent(path.slice("/save/status/".length));
      return say(options().status(job));
    }
    if (path !== "/save" || request.method !== "POST") return say(404);
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = new URLSearchParams(Buffer.concat(chunks).toString()).get("url") ?? "";
    begun.push({ url, authorization: request.headers.authorization });
    say(options().begin?.(url) ?? { url, job_id: `spn2-${begun.length}` });
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () =>
      done({
        base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        begun,
        close() {
          server.close();
          server.closeAllConnections();
        },
      }),
    );
  });
}
