import { chmodSync, rmSync } from "node:fs";
import { KV_REQUEST_BYTES_MAX } from "../../../shared/protocol/types.ts";
import { Pairs } from "./pairs.ts";
import { answerKv } from "./protocol.ts";

/**
 * The process of a self-hosted edge's store: bun main.ts FILE SOCKET. Writes `ready` to standard output when it answers
 * at the Unix socket; ends when standard input ends, which the kernel closes however its parent dies.
 */

const [file = "", socket = "", bytesMax] = process.argv.slice(2);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

try {
  const pairs = new Pairs({
    file,
    ...(bytesMax !== undefined && { bytesMax: Number(bytesMax) }),
  });
  rmSync(socket, { force: true });
  Bun.serve({
    unix: socket,
    maxRequestBodySize: KV_REQUEST_BYTES_MAX,
    fetch: (request) => answerKv(request, pairs),
    error(error) {
      console.error(error);
      return new Response(null, { status: 500 });
    },
  });
  chmodSync(socket, 0o600);
  process.stdin.on("end", () => {
    pairs.close();
    process.exit(0);
  });
  process.stdin.resume();
  process.stdout.write("ready\n");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
