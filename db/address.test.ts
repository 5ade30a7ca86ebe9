import { expect, test } from "vitest";
import { serversOf } from "./address.ts";

test.each([
  ["postgres://one/db", ["postgres://one/db"]],
  ["postgresql:///db", ["postgresql:///db"]],
  [
    "postgres://u:p@one:5432,other:5433/db?a=b",
    ["postgres://u:p@one:5432/db?a=b", "postgres://u:p@other:5433/db?a=b"],
  ],
  ["postgres://u:p,q@one,other", ["postgres://u:p,q@one", "postgres://u:p,q@other"]],
  ["postgres://u:p@[::1]:5432,other/db", ["postgres://u:p@[::1]:5432/db", "postgres://u:p@other/db"]],
  ["postgres://one:port,other/db", null],
  ["postgres://u:%25@one/db", ["postgres://u:%25@one/db"]],
  ["postgres://u:%@one/db", null],
  ["postgres://u%:p@one/db", null],
  ["postgres://u:p@one/d%b", null],
  ["http://one/db", null],
  ["", null],
])("%s", (address, servers) => {
  expect(serversOf(address)?.map(({ href }) => href) ?? null).toEqual(servers);
});
