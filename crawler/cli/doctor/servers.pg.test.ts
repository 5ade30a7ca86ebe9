import { afterAll, beforeAll, expect, test } from "vitest";
import type { Standing } from "../../../db/servers.ts";
import { openReplicaPair, type ReplicaPair, type TestServer } from "../../../db/testing/replica.ts";
import { readConfig } from "../../runtime/config.ts";
import type { Doctor } from "./context.ts";
import { createFindings } from "./findings.ts";
import { checkServers, lateness } from "./servers.ts";

/** With a PostgreSQL primary and a replica of it. */
let pair: ReplicaPair;
const MS_MAX = 120_000;
beforeAll(async () => {
  pair = await openReplicaPair();
}, MS_MAX);
afterAll(() => pair.close(), MS_MAX);

const host = ({ port }: TestServer) => `127.0.0.1:${port}`;
const address = (user: string, ...servers: readonly TestServer[]) =>
  `postgres://${user}@${servers.map(host).join(",")}/postgres`;

async function said(env: Readonly<Record<string, string>>) {
  const findings = createFindings();
  await checkServers({ config: readConfig(env), findings } as unknown as Doctor);
  return {
    findings: findings.list().map(({ check, examples }) => [check, ...examples]),
    notes: findings.notes,
  };
}

test("says which server is the primary, and how far the other one is", async () => {
  const env = { DATABASE_URL: address("postgres", pair.replica, pair.primary) };
  const primary = `${host(pair.primary)} is the primary`;
  await expect
    .poll(() => said(env))
    .toEqual({ findings: [], notes: [`${host(pair.replica)} is a replica that lacks nothing`, primary] });
  await pair.replica.run("select pg_wal_replay_pause()");
  await pair.primary.run("create table filled as select generate_series(1, 20000)");
  const { notes } = await said(env);
  expect(notes).toEqual([expect.stringMatching(/ is a replica that lacks \d\.\d MB of the log$/), primary]);
  await pair.replica.run("select pg_wal_replay_resume()");
});

test("one server alone is not asked, that of DATABASE_READ_URL is", async () => {
  const env = { DATABASE_URL: address("postgres", pair.primary) };
  expect(await said(env)).toEqual({ findings: [], notes: [] });
  await expect
    .poll(() => said({ ...env, DATABASE_READ_URL: `postgres://${host(pair.replica)}/postgres` }))
    .toEqual({
      findings: [],
      notes: [
        `${host(pair.primary)} is the primary`,
        `${host(pair.replica)} is a replica that lacks nothing`,
      ],
    });
});

test("a replica that is away, or lets nobody in", async () => {
  const env = { DATABASE_URL: address("nobody", pair.primary, pair.replica) };
  const { findings } = await said(env);
  expect(findings).toEqual([
    ["standby-unusable", expect.stringContaining(host(pair.primary)), expect.stringContaining("user nobody")],
  ]);
  await pair.replica.stop("SIGQUIT");
  const away = await said({ DATABASE_URL: address("postgres", pair.primary, pair.replica) });
  expect(away).toEqual({
    findings: [
      ["standby-unusable", expect.stringContaining(`no PostgreSQL answers at ${host(pair.replica)}`)],
    ],
    notes: [`${host(pair.primary)} is the primary`],
  });
  await pair.replica.start();
});

test("two primaries: the one that was promoted last is it, the other has to become its replica", async () => {
  await pair.replica.run("select pg_promote()");
  expect(await said({ DATABASE_URL: address("postgres", pair.primary, pair.replica) })).toEqual({
    findings: [
      ["standby-unusable", expect.stringMatching(`^${host(pair.primary)} takes itself for the primary, too`)],
    ],
    notes: [`${host(pair.primary)} is another primary`, `${host(pair.replica)} is the primary`],
  });
});

test.each([
  [100e6, 60, null],
  [1e6, 900, null],
  [100e6, 900, "replayed nothing for 15 min, and lacks 100 MB"],
  [100e6, null, "replayed nothing since its start, and lacks 100 MB"],
])("a replica that lacks %d bytes, and replayed something %s s ago", (lack, replayedSeconds, text) => {
  const url = new URL("postgres://one.example.net/weboid");
  const server = (bytes: number): Standing => ({
    ...{ url, system: "1", isPrimary: false, timeline: 1, bytes, replayedSeconds },
  });
  const late = lateness(server(1e9 - lack), server(1e9));
  expect(late).toEqual(text === null ? null : expect.stringContaining(text));
});
