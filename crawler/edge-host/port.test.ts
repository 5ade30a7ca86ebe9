import { createServer, type Server } from "node:net";
import { afterEach, expect, test } from "vitest";
import { choosePort, DEFAULT_PORT, tryPort } from "./port.ts";

/** An address of loopback that nobody else uses, so that ports can be taken at will. */
const HOST = "127.61.7.3";
const open: Server[] = [];
const take = (port: number) =>
  new Promise<number>((done, fail) => {
    const server = createServer().once("error", fail);
    open.push(server);
    server.listen(port, HOST, () => done((server.address() as { port: number }).port));
  });

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((done) => server.close(done))));
});

test("a port that was asked for must be had", async () => {
  const taken = await take(0);
  await expect(choosePort(HOST, taken)).rejects.toThrow(
    `port ${taken} of ${HOST} is taken by another program: stop that, or give another port with --port`,
  );
});

test("an address of another machine is no port that is taken", async () => {
  await expect(choosePort("192.0.2.1", 0)).rejects.toThrow(
    "192.0.2.1 is no address of this machine (EADDRNOTAVAIL): give one such as 127.0.0.1 or ::1 with --host",
  );
});

test("the default port gives way to the next one and says so", async () => {
  expect(await choosePort(HOST, null)).toEqual({ port: DEFAULT_PORT, note: null });
  await take(DEFAULT_PORT);
  const { port, note } = await choosePort(HOST, null);
  expect(port).toBe(DEFAULT_PORT + 1);
  expect(note).toBe(`port ${DEFAULT_PORT} is taken by another program, so this is port ${port}`);
});

test("a port is free again after it was tried", async () => {
  const port = await tryPort(HOST, 0);
  expect(typeof port).toBe("number");
  expect(await tryPort(HOST, Number(port))).toBe(port);
});
