import type { Socket } from "bun";
import { expect, test } from "vitest";
import { Connection, type User } from "./connection.ts";

/** What a system that takes so many bytes at a time was given. */
function narrow(...takes: number[]) {
  const user = {} as User;
  const connection = new Connection(user, "127.0.0.1", "http://a.zz", null);
  const given: string[] = [];
  const write = (text: string) => {
    const taken = Math.min(takes.shift() ?? Number.POSITIVE_INFINITY, text.length);
    given.push(text.slice(0, Math.max(0, taken)));
    return taken;
  };
  connection.socket = { write } as unknown as Socket<Connection>;
  return { connection, given };
}

test("what the system did not take follows as soon as it has room, once", () => {
  const { connection, given } = narrow(3, 0, -1);
  connection.send("HEAD /");
  expect(given).toEqual(["HEA"]);
  for (let time = 0; time < 5; time++) connection.drained();
  expect(given.join("")).toBe("HEAD /");
  expect(given).toHaveLength(4);
});

test("the next request goes behind what is left of the last one", () => {
  const { connection, given } = narrow(3);
  connection.send("HEAD /");
  connection.send("GET /");
  expect(given.join("")).toBe("HEAD /GET /");
});
