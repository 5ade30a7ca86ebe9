import { describe, expect, test } from "vitest";
import { createEgressGuard } from "./guard.ts";

const PUBLIC = "93.184.215.14";
const CONFIGURED = [
  "http://wiki.lan/w/api.php",
  "https://10.0.0.5:8443/",
  "http://[fd00::5]/w/api.php",
  null,
];
const guard = createEgressGuard(
  { allowPrivate: false, deny: ["10.9.0.0/16", "93.184.216.0/24"] },
  CONFIGURED,
);

describe("who may be dialled (design 16)", () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ["anybody at a public address", "wiki.zz:80", [PUBLIC], [PUBLIC]],
    ["of a name's addresses the public ones", "wiki.zz:80", ["10.0.0.1", PUBLIC, "::1"], [PUBLIC]],
    ["a configured name at a private address", "wiki.lan:80", ["10.0.0.1"], ["10.0.0.1"]],
    ["a configured address", "10.0.0.5:8443", ["10.0.0.5"], ["10.0.0.5"]],
    ["also in IPv6", "[fd00::5]:80", ["fd00::5"], ["fd00::5"]],
    ["another port of it: not", "wiki.lan:443", ["10.0.0.1"], []],
    ["another port of that address: not", "10.0.0.5:80", ["10.0.0.5"], []],
    ["the same address under another name: not", "other.zz:8443", ["10.0.0.5"], []],
    ["what begins like it: not", "wiki.lan:8080", ["10.0.0.1"], []],
    ["denied: not at a configured name either", "wiki.lan:80", ["10.9.0.1", "10.0.0.1"], ["10.0.0.1"]],
    ["denied: not at a public address", "wiki.lan:80", ["93.184.216.34"], []],
    ["denied by way of a gateway", "wiki.lan:80", ["64:ff9b::10.9.0.1"], []],
    [
      "a cloud's secrets: not at a configured name either",
      "wiki.lan:80",
      ["169.254.169.254", "fd00:ec2::254"],
      [],
    ],
    ["no address", "wiki.lan:80", ["wiki.lan", ""], []],
  ])("%s", async (_, endpoint, addresses, admitted) => {
    expect(await guard.admitted(endpoint, addresses)).toEqual(admitted);
  });

  test("what a database knows is asked for what would be refused, and for nothing else", async () => {
    const asked: string[] = [];
    const asking = createEgressGuard({ allowPrivate: false }, async (endpoint) => {
      asked.push(endpoint);
      return endpoint === "wiki.lan:80";
    });
    expect(await asking.admitted("public.zz:80", [PUBLIC])).toEqual([PUBLIC]);
    expect(await asking.admitted("secret.zz:80", ["169.254.169.254"])).toEqual([]);
    expect(asked).toEqual([]);
    expect(await asking.admitted("wiki.lan:80", ["10.0.0.1"])).toEqual(["10.0.0.1"]);
    expect(await asking.admitted("inner.lan:80", ["10.0.0.1"])).toEqual([]);
    expect(asked).toEqual(["wiki.lan:80", "inner.lan:80"]);
  });
});
