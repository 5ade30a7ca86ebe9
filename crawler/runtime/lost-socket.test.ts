import { expect, test } from "vitest";
import { isLostSocket } from "./shutdown.ts";

const thrown = (message: string, stack: string, kind = TypeError) =>
  Object.assign(new kind(message), { stack: `${kind.name}: ${message}\n    at ${stack}` });

test.each([
  [
    "as Bun says it",
    thrown(
      "null is not an object (evaluating 'socket.write')",
      "nextWrite (/x/node_modules/postgres/src/connection.js:255:15)",
    ),
    true,
  ],
  [
    "as Node says it",
    thrown(
      "Cannot read properties of null (reading 'write')",
      "Immediate.nextWrite (file:///x/node_modules/postgres/src/connection.js:255:22)",
    ),
    true,
  ],
  [
    "the same words from elsewhere",
    thrown("null is not an object (evaluating 'socket.write')", "nextWrite (/x/crawler/net/dialler.ts:1:1)"),
    false,
  ],
  [
    "another place of the driver",
    thrown(
      "null is not an object (evaluating 'x.y')",
      "nextWrite (/x/node_modules/postgres/src/connection.js:1:1)",
    ),
    false,
  ],
  [
    "another kind",
    thrown("reading 'write'", "nextWrite (/x/postgres/src/connection.js:1:1)", RangeError),
    false,
  ],
  ["no error", "socket.write", false],
])("%s", (_name, error, expected) => {
  expect(isLostSocket(error)).toBe(expected);
});
