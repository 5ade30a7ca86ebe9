import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { serversOf } from "./address.ts";
import { connect } from "./connect.ts";
import { Servers } from "./servers.ts";
import { templateUrl } from "./testing/fresh.ts";
import { openReplicaPair, type ReplicaPair, type TestServer } from "./testing/replica.ts";

/** With a PostgreSQL primary and a replica of it, and a server that is none of both. */
let pair: ReplicaPair;
const MS_MAX = 120_000;
const strange = new URL(templateUrl());
const user = strange.username;
const database = strange.pathname.slice(1);

beforeAll(async () => {
  pair = await openReplicaPair();
  await pair.primary.run(`create role ${user} login password 'right'`);
  await pair.primary.run(`create database ${database} owner ${user}`);
  // The replica has it a moment later.
  const isKnown = `select count(*)::int as known from pg_database where datname = '${database}'`;
  await vi.waitFor(async () => expect(await pair.replica.run(isKnown)).toEqual({ known: 1 }), MS_MAX);
}, MS_MAX);
afterAll(() => pair.close(), MS_MAX);

const host = ({ port }: Pick<TestServer, "port">) => `127.0.0.1:${port}`;
const urlOf = (...hosts: readonly string[]) =>
  `postgres://${user}:${strange.password}@${hosts.join(",")}/${database}`;

/** By the server's own pg_hba.conf, which no replica has from its primary. */
async function letIn(server: TestServer, method: "trust" | "scram-sha-256" | "reject"): Promise<void> {
  const { hba_file: file } = await server.run("show hba_file");
  const lines = [`all ${user} 127.0.0.1/32 ${method}`, "all,replication all 127.0.0.1/32 trust"];
  await server.run(`copy (values ${lines.map((line) => `('host ${line}')`).join()}) to '${file}'`);
  await server.run("select pg_reload_conf()");
}

/** All of a process's knowledge, and what it says. */
function servers(url: string) {
  const said: string[] = [];
  const log = {
    info: (text: string) => void said.push(text),
    warn: (text: string, event: string) => void said.push(`${event}: ${text}`),
  };
  const all = serversOf(url);
  if (all === null) throw new Error("no address");
  return { servers: new Servers(all, log), said };
}

/** Answers until the server has read its pg_hba.conf again. */
const saysAt = (from: ReturnType<typeof servers>) =>
  expect.poll(async () => {
    await from.servers.look();
    return from.said;
  });

test("a replica that lets nobody in is said once, and that it does again", async () => {
  const both = servers(urlOf(host(pair.primary), host(pair.replica)));
  const name = `${host(pair.replica)}, which DATABASE_URL names beside the primary,`;
  await both.servers.look();
  expect(both.said).toEqual([]);
  await letIn(pair.replica, "scram-sha-256");
  const refusal = `standby-unusable: ${name} cannot be asked: PostgreSQL at ${host(pair.replica)} refuses user ${user}: correct user and password in DATABASE_URL`;
  await saysAt(both).toEqual([refusal]);
  await both.servers.look();
  expect(both.said).toEqual([refusal]);
  expect(both.servers.unusable).toEqual([refusal.replace(`standby-unusable: ${name}`, host(pair.replica))]);
  await letIn(pair.replica, "trust");
  await saysAt(both).toEqual([refusal, `${name} is a replica again`]);
  expect(both.servers.unusable).toEqual([]);
  expect(both.servers.url.port).toBe(String(pair.primary.port));
});

test("a process goes on at the primary while a replica lets nobody in, and logs it", async () => {
  await letIn(pair.replica, "reject");
  await expect
    .poll(async () => {
      const said: string[] = [];
      const log = { info() {}, warn: (text: string) => void said.push(text) };
      const db = await connect(urlOf(host(pair.primary), host(pair.replica)), { log });
      const [row] = await db.sql<{ port: string }[]>`show port`;
      await db.close();
      return [row?.port, ...said];
    })
    .toEqual([
      String(pair.primary.port),
      expect.stringMatching(/cannot be asked: .* \(pg_hba.conf rejects .*\): let it in by pg_hba.conf there/),
    ]);
  await letIn(pair.replica, "trust");
});

test("a primary that lets nobody in, behind its replica: that is the error, not that there is no primary", async () => {
  await letIn(pair.primary, "scram-sha-256");
  await expect
    .poll(() => connect(urlOf(host(pair.replica), host(pair.primary))).catch((error: unknown) => error))
    .toMatchObject({ code: "password", message: expect.stringContaining(host(pair.primary)) });
  await letIn(pair.primary, "trust");
});

test("replicas alone: which is to be promoted", async () => {
  await expect(connect(urlOf(host(pair.replica), host(pair.replica)))).rejects.toMatchObject({
    code: "unreachable",
    message: expect.stringMatching(/^no primary answers at \S+: start it, promote its replica/),
  });
});

test("a server of another PostgreSQL is no replica", async () => {
  const both = servers(urlOf(host(pair.primary), strange.host));
  await saysAt(both).toEqual([
    expect.stringMatching(`^standby-unusable: ${strange.host}, .* is of another PostgreSQL: `),
  ]);
});
