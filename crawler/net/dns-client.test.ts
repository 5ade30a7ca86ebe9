import { createSocket } from "node:dgram";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { DnsLimits } from "../check/limits.ts";
import { bunDatagrams, nodeDatagrams, type OpenDatagrams } from "./datagrams.ts";
import { createDnsClient } from "./dns-client.ts";

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const FLAGS = { good: 0x8180, truncated: 0x8380, formatError: 0x8181 };

/** With an address of the name asked for, or without any record. */
function answer(question: Uint8Array, flags: number, last: number | null = 1, id = 0): Buffer {
  const packet = Buffer.from(question);
  packet.writeUInt16BE(packet.readUInt16BE(0) ^ id, 0);
  packet.writeUInt16BE(flags, 2);
  packet.writeUInt16BE(last === null ? 0 : 1, 6);
  return last === null
    ? packet
    : Buffer.concat([packet, Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, last])]);
}

type Says = (question: Buffer, send: (packet: Uint8Array) => void, from: number) => unknown;

/** Long on a busy machine, where an answer comes. */
const limitsOf = (queryMs = 5_000): DnsLimits => ({ queryMs, overTcpMs: queryMs, tcpWaitingMax: 100 });

async function served(says: Says, overTcp?: OverTcp, datagrams?: OpenDatagrams, limits = limitsOf()) {
  const socket = createSocket("udp4");
  socket.on("message", (question, from) =>
    says(question, (packet) => socket.send(packet, from.port, from.address), from.port),
  );
  socket.bind(overTcp === undefined ? 0 : await listening(overTcp), "127.0.0.1");
  await once(socket, "listening");
  const client = createDnsClient(`127.0.0.1:${socket.address().port}`, limits, true, datagrams);
  open.push(client, socket);
  return client;
}

/** null: the connection is closed at once. */
type OverTcp = (question: Buffer) => readonly Uint8Array[] | null;

/** On a port that is free for UDP, too. */
async function listening(says: OverTcp): Promise<number> {
  const server = createServer((stream) => {
    stream.on("error", () => {});
    stream.once("data", async (question) => {
      const parts = says(Buffer.from(question));
      if (parts === null) stream.destroy();
      for (const part of parts ?? []) {
        stream.write(part);
        await setTimeout(1);
      }
    });
  });
  open.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const trial = createSocket("udp4");
  const bound = once(trial, "listening").then(() => true);
  trial.bind(port, "127.0.0.1");
  const isFree = await bound.catch(() => false);
  trial.close();
  return isFree ? port : listening(says);
}

const found = (last: number) => ({ kind: "records", records: [{ address: `192.0.2.${last}`, ttl: 60 }] });
const framed = (packet: Buffer) =>
  Buffer.concat([Buffer.from([packet.length >> 8, packet.length & 0xff]), packet]);
const inBits = (packet: Buffer) =>
  Array.from({ length: 9 }, (_, at) => packet.subarray(at, at < 8 ? at + 1 : undefined));

const SOCKETS = [
  ["Bun's", bunDatagrams],
  ["Node's", nodeDatagrams],
] as const;

test.each(SOCKETS)(
  "forged and broken packets are passed over while the true answer is on its way (%s)",
  async (_, datagrams) => {
    const says: Says = (question, send) => {
      send(answer(question, FLAGS.good, 9, 1));
      send(answer(question, 0x0100, 9));
      send(question.subarray(0, 7));
      send(Buffer.alloc(0));
      send(answer(question, FLAGS.good));
      send(answer(question, FLAGS.good, 9));
    };
    const client = await served(says, undefined, datagrams);
    expect(await client.ask("a.zz", 4)).toEqual(found(1));
  },
);

test.each(SOCKETS)("a packet of somebody else is not heard (%s)", async (_, datagrams) => {
  const other = createSocket("udp4");
  open.push(other);
  const says: Says = (question, send, from) => {
    other.send(answer(question, FLAGS.good, 9), from, "127.0.0.1", () => send(answer(question, FLAGS.good)));
  };
  const client = await served(says, undefined, datagrams);
  expect(await client.ask("a.zz", 4)).toEqual(found(1));
});

test.each(SOCKETS)("a server by IPv6 (%s)", async (_, datagrams) => {
  const socket = createSocket("udp6");
  socket.on("message", (question, from) =>
    socket.send(answer(question, FLAGS.good), from.port, from.address),
  );
  socket.bind(0, "::1");
  await once(socket, "listening");
  const client = createDnsClient(`[::1]:${socket.address().port}`, limitsOf(), true, datagrams);
  open.push(client, socket);
  expect(await client.ask("a.zz", 4)).toEqual(found(1));
});

test("a broken packet ends no question but its own", async () => {
  const client = await served((question, send) => {
    const packet = answer(question, FLAGS.good);
    if (question.includes("broken")) send(packet.subarray(0, -2));
    else globalThis.setTimeout(() => send(packet), 20);
  });
  const waiting = Array.from({ length: 100 }, (_, index) => client.ask(`h${index}.zz`, 4));
  expect(await client.ask("broken.zz", 4)).toEqual({ kind: "failed" });
  expect(await Promise.all(waiting)).toEqual(Array(100).fill(found(1)));
});

test("sixty-four questions come from one port", async () => {
  const ports = new Map<number, number>();
  const client = await served((question, send, from) => {
    ports.set(from, (ports.get(from) ?? 0) + 1);
    send(answer(question, FLAGS.good));
  });
  for (let index = 0; index < 130; index++) expect(await client.ask("a.zz", 4)).toEqual(found(1));
  expect([...ports.values()]).toEqual([64, 64, 2]);
});

const truncated: Says = (question, send) => send(answer(question, FLAGS.truncated, null));
const TIMEOUT = { kind: "timeout" };
const FAILED = { kind: "failed" };

describe("what does not fit is asked over TCP", () => {
  test.each<[string, OverTcp, object]>([
    ["in bits", (question) => inBits(framed(answer(question.subarray(2), FLAGS.good, 2))), found(2)],
    [
      "with more behind it",
      (question) => [framed(answer(question.subarray(2), FLAGS.good, 2)), Buffer.alloc(9)],
      found(2),
    ],
    ["to another question", (question) => [framed(answer(question.subarray(2), FLAGS.good, 2, 1))], FAILED],
    ["not at all", () => null, FAILED],
    ["never", () => [], TIMEOUT],
  ])("it comes %s", async (_, overTcp, reply) => {
    const client = await served(truncated, overTcp, undefined, limitsOf(reply === TIMEOUT ? 300 : 5_000));
    expect(await client.ask("a.zz", 4)).toEqual(reply);
  });

  /** Says nothing. */
  function silence() {
    const dialled: Buffer[] = [];
    const overTcp: OverTcp = (question) => {
      dialled.push(question);
      return [];
    };
    return { dialled, overTcp };
  }
  const names = Array.from({ length: 12 }, (_, index) => `h${index}.zz`);
  const LONG = { queryMs: 60_000, overTcpMs: 60_000 };

  test("but not where an address fits", async () => {
    const { dialled, overTcp } = silence();
    const client = await served((question, send) => send(answer(question, FLAGS.truncated)), overTcp);
    for (const name of names) expect(await client.ask(name, 4)).toEqual(found(1));
    expect(dialled).toHaveLength(0);
  });

  test("eight at once, few wait, and nobody is dialled after the end", async () => {
    const { dialled, overTcp } = silence();
    const client = await served(truncated, overTcp, undefined, { ...LONG, tcpWaitingMax: 3 });
    const asked = names.map((name) => client.ask(name, 4));
    expect(await Promise.race(asked)).toEqual(TIMEOUT);
    await vi.waitFor(() => expect(dialled).toHaveLength(8));
    client.close();
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual([...Array(11).fill("failed"), "timeout"]);
    await setTimeout(20);
    expect(dialled).toHaveLength(8);
  });

  test("who waits too long, from the question on, leaves the queue", async () => {
    const overTcp: OverTcp = (question) =>
      question.includes("good") ? [framed(answer(question.subarray(2), FLAGS.good, 2))] : [];
    const limits = { ...LONG, overTcpMs: 50, tcpWaitingMax: 100 };
    const client = await served(truncated, overTcp, undefined, limits);
    expect(await Promise.all(names.map((name) => client.ask(name, 4)))).toEqual(Array(12).fill(TIMEOUT));
    let reply = await client.ask("good.zz", 4);
    for (let tries = 0; reply.kind === "timeout" && tries < 20; tries++)
      reply = await client.ask("good.zz", 4);
    expect(reply).toEqual(found(2));
  });
});

test.each(SOCKETS)("a server to which no way leads has failed (%s)", async (_, datagrams) => {
  // No interface is named.
  const client = createDnsClient("fe80::1", limitsOf(), true, datagrams);
  open.push(client);
  for (const name of ["a.zz", "b.zz"]) expect(await client.ask(name, 4)).toEqual(FAILED);
});

test.each(SOCKETS)(
  "a server that is not there is waited for, if there is no other (%s)",
  async (_, datagrams) => {
    const gone = createSocket("udp4");
    gone.bind(0, "127.0.0.1");
    await once(gone, "listening");
    const { port } = gone.address();
    gone.close();
    await once(gone, "close");
    const clients = [true, false].map((alone) =>
      createDnsClient(`127.0.0.1:${port}`, limitsOf(alone ? 200 : 5_000), alone, datagrams),
    );
    open.push(...clients);
    expect(await Promise.all(clients.map((client) => client.ask("a.zz", 4)))).toEqual([
      { kind: "timeout" },
      { kind: "failed" },
    ]);
  },
);

test.each(SOCKETS)("a server that is back is heard on the same socket (%s)", async (_, datagrams) => {
  const socket = createSocket("udp4");
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address();
  const client = createDnsClient(`127.0.0.1:${port}`, limitsOf(100), true, datagrams);
  open.push(client);
  socket.close();
  await once(socket, "close");
  // One after the other, so that some are told what came of others.
  const lost = [];
  for (let index = 0; index < 5; index++) {
    lost.push(client.ask("a.zz", 4));
    await setTimeout(2);
  }
  expect(await Promise.all(lost)).toEqual(Array(5).fill({ kind: "timeout" }));
  const back = createSocket("udp4");
  open.push(back);
  back.on("message", (question, from) => back.send(answer(question, FLAGS.good), from.port, from.address));
  back.bind(port, "127.0.0.1");
  await once(back, "listening");
  let reply = await client.ask("a.zz", 4);
  for (let tries = 0; reply.kind === "timeout" && tries < 20; tries++) reply = await client.ask("a.zz", 4);
  expect(reply).toEqual(found(1));
});

test.each(SOCKETS)("who is closed answers what is under way (%s)", async (_, datagrams) => {
  const client = await served(() => {}, undefined, datagrams);
  const waiting = client.ask("a.zz", 6);
  client.close();
  expect(await waiting).toEqual({ kind: "failed" });
  expect(await client.ask("a.zz", 6)).toEqual({ kind: "failed" });
});

test("an answer that comes late is taken by who was told of the silence, and by nobody else", async () => {
  const silence = Promise.withResolvers<void>();
  const client = await served(
    async (question, send) => {
      await silence.promise;
      send(answer(question, FLAGS.good));
    },
    undefined,
    undefined,
    limitsOf(200),
  );
  const impatient = client.ask("a.zz", 4);
  const patient = client.ask("b.zz", 4, silence.resolve);
  expect(await impatient).toEqual({ kind: "timeout" });
  expect(await patient).toEqual(found(1));
});
