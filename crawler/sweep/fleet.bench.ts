/**
 * What it costs to share hosts over a fleet: `bun crawler/sweep/fleet.bench.ts [VISITS_PER_SECOND] [SECONDS]`.
 * One worker claims and gives back leases of hosts that are all different, at that rate; printed are the CPU time of this
 * process and of its connection's server process, in per cent of one core, and the rate that was reached.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cpuMsOf } from "../../.ci/testing/cpu.ts";
import { connect } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { noLog } from "../../db/errors.ts";
import { exchangeHostLeases } from "../../db/hosts/leases.ts";
import { migrate } from "../../db/migrate.ts";
import { createHostLeases } from "../politeness/host-leases.ts";
import { systemTiming } from "../runtime/timing.ts";

const perSecond = Number(process.argv[2] ?? 2_000);
const seconds = Number(process.argv[3] ?? 10);
const STEP_MS = 20;

const folder = mkdtempSync(join(tmpdir(), "weboid-fleet-"));
const server = await startEmbedded(folder, noLog);
const db = await connect(server.url, { max: 1 });
await migrate(db, noLog);
const [backend] = await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
const serverMs = () => cpuMsOf(backend?.pid ?? 0).own;
const leases = createHostLeases({
  exchange: (request) => exchangeHostLeases(db, request),
  holder: "bench",
  timing: systemTiming,
});

let host = 0;
let granted = 0;
const visit = async () => {
  const lease = await leases.claim(`h:host-${host++}.example.net`);
  if (lease?.kind !== "granted") return;
  granted += 1;
  lease.giveBack(1_000);
};
const began = performance.now();
const ownBegan = process.cpuUsage();
const serverBegan = serverMs();
while (performance.now() - began < seconds * 1_000) {
  const due = ((performance.now() - began) / 1_000) * perSecond;
  while (host < due) void visit();
  await Bun.sleep(STEP_MS);
}
const wallMs = performance.now() - began;
const own = process.cpuUsage(ownBegan);
const percent = (ms: number) => `${((ms / wallMs) * 100).toFixed(1)} %`;
console.log(
  `${(granted / (wallMs / 1_000)).toFixed(0)} visits a second: worker ${percent((own.user + own.system) / 1_000)}, ` +
    `server ${percent(serverMs() - serverBegan)} of a core; table ${
      (await db.sql`select pg_size_pretty(pg_total_relation_size('host_lease')) as size`)[0]?.size
    }`,
);
await leases.close();
await db.close();
await server.stop();
rmSync(folder, { recursive: true, force: true });
