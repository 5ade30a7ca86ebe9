import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../db/embedded/port.ts";

const STOP_MS_MAX = 10_000;
/** A domain without a dot at its end is below its zone: names are written in full. */
const HEAD = (zone: string) => `$TTL 300\n@ IN SOA ${zone}. hostmaster.${zone}. 1 3600 600 86400 300\n`;

export interface Nsd extends AsyncDisposable {
  /** As WEBOID_DNS takes it. */
  readonly address: string;
}

/**
 * NLnet Labs' nsd (Debian's package), authoritative for these zones on loopback.
 * @param zones records by zone, in the form of RFC 1035, section 5
 */
export async function startNsd(zones: Readonly<Record<string, string>>): Promise<Nsd> {
  const program = "/usr/sbin/nsd";
  if (!existsSync(program)) throw new Error("nsd is missing: apt-get install nsd (.ci/run does)");
  const folder = mkdtempSync(join(tmpdir(), "weboid-nsd-"));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "zones"));
  for (const [zone, records] of Object.entries(zones))
    writeFileSync(join(folder, "zones", zone), HEAD(zone) + records);
  const port = await freePort();
  const config = join(folder, "nsd.conf");
  writeFileSync(config, configuration(folder, port, Object.keys(zones)));
  const child = spawn(program, ["-d", "-c", config], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const ended = once(child, "exit");
  await new Promise<void>((up, fail) => {
    child.stderr.on("data", () => /nsd started/.test(said) && up());
    void ended.then(() => fail(new Error(`nsd ended:\n${said}`)));
  });
  return {
    address: `127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      const brake = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
      await ended;
      clearTimeout(brake);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (folder: string, port: number, zones: readonly string[]): string =>
  `server:
  ip-address: 127.0.0.1
  port: ${port}
  username: ""
  chroot: ""
  zonesdir: "${folder}/zones"
  zonelistfile: "${folder}/zone.list"
  xfrdfile: "${folder}/xfrd.state"
  xfrdir: "${folder}"
  pidfile: ""
  database: ""
  server-count: 1
remote-control:
  control-enable: no
${zones.map((zone) => `zone:\n  name: "${zone}"\n  zonefile: "${zone}"\n`).join("")}`;
