import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";

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
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20000);
      process.exit();
    });`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const port = Number(String(line));
  const queued: Socket[] = [];
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const batch = Array.from({ length: BATCH }, () => connect(port, "127.0.0.1").on("error", () => {}));
    queued.push(...batch);
    let waiting = batch.length;
    // On a busy machine those that get through need a while, too.
    for (let before = -1; waiting !== before; waiting = batch.filter(({ connecting }) => connecting).length) {
      before = waiting;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    if (waiting > 0) break;
  }
  return {
    port,
    close() {
      for (const socket of queued) socket.destroy();
      child.kill("SIGKILL");
    },
  };
}
