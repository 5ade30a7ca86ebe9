import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";

/** Bun's queue has room for 512 whatever is asked for. */
const BATCH = 200;
const TURNS_MAX = 25;

/**
 * A port on which connections are neither taken nor refused: a process listens and then sleeps, and the queue is filled. What comes then is dropped, as by a firewall.
 */
export async function silentListener(): Promise<{ readonly port: number; close(): void }> {
  const program = `
    const server = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      require("node:fs").writeSync(1, String(server.address().port) + "\\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60000);
      process.exit();
    });`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const port = Number(String(line));
  const queued: Socket[] = [];
  const close = () => {
    for (const socket of queued) socket.destroy();
    child.kill("SIGKILL");
  };
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const batch = Array.from({ length: BATCH }, () => connect(port, "127.0.0.1").on("error", () => {}));
    queued.push(...batch);
    const waiting = () => batch.filter(({ connecting }) => connecting).length;
    await setTimeout(100);
    // On a busy machine those that get through need a while, too; the others try again after a second.
    if (waiting() > 0) await setTimeout(500);
    if (waiting() > 0) return { port, close };
  }
  close();
  throw new Error(`${BATCH * TURNS_MAX} connections did not fill the queue of port ${port}`);
}
