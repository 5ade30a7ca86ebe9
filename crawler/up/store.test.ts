import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { edgeStore } from "../dispatch/edge-store.ts";
import { storeContract } from "../dispatch/testing/store-contract.ts";
import { edgeVars, startEdge } from "../edge-host/start.ts";
import { createHttpClient } from "../net/egress/http-client.ts";
import { LOOPBACK } from "../net/testing/loopback-guard.ts";
import { readConfig } from "../runtime/config.ts";
import { silentLog } from "../runtime/log.ts";

storeContract(
  "the Worker in workerd",
  async () => {
    const edgeToken = "edge-token-of-the-tests";
    const config = readConfig({ EDGE_TOKEN: edgeToken });
    const dataDir = await mkdtemp(join(tmpdir(), "weboid-store-"));
    const edge = await startEdge({
      dataDir,
      hostname: "127.0.0.1",
      port: 0,
      vars: edgeVars(config, null),
      egress: config,
      log: silentLog,
    });
    const http = createHttpClient({ userAgent: "test", guard: LOOPBACK });
    return {
      store: edgeStore({ http, edgeUrl: edge.url, edgeToken, signal: new AbortController().signal }),
      async close() {
        await http.close();
        await edge.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  },
  30,
);
