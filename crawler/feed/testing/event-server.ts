import type { ServerResponse } from "node:http";
import { startServer } from "./server.ts";

/** A stream of server-sent events that a test plays. */
export interface EventServer {
  readonly url: string;
  /** `last-event-id` of each connection, in order; null: it had none. */
  readonly asked: (string | null)[];
  /** What the next connections are answered with, in place of an open stream. */
  readonly instead: ((response: ServerResponse) => void)[];
  /** Connections that are open. */
  readonly open: Set<ServerResponse>;
  /** To all that are open. */
  send(event: object, id?: string): void;
  close(): Promise<void>;
}

export async function startEventServer(): Promise<EventServer> {
  const asked: EventServer["asked"] = [];
  const instead: EventServer["instead"] = [];
  const open = new Set<ServerResponse>();
  const { origin, close } = await startServer((request, response) => {
    const id = request.headers["last-event-id"];
    asked.push(typeof id === "string" ? id : null);
    const play = instead.shift();
    if (play !== undefined) return play(response);
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" }).write(":ok\n\n");
    open.add(response);
    response.on("close", () => open.delete(response));
  });
  return {
    url: `${origin}/v2/stream`,
    asked,
    instead,
    open,
    send(event, id) {
      for (const response of open)
        response.write(`${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`);
    },
    close,
  };
}
