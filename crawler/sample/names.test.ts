import { promises as dns } from "node:dns";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type NameServer, type Resolution, serveNames } from "./names.ts";

const NAMES: Record<string, Resolution> = {
  "here.zz": { kind: "address", address: "127.1.2.3" },
  "refused.zz": { kind: "refused" },
  "broken.zz": { kind: "failed" },
};

let server: NameServer;
const resolver = new dns.Resolver({ timeout: 500, tries: 1 });
beforeAll(async () => {
  server = await serveNames((name) => NAMES[name] ?? { kind: "unknown" });
  resolver.setServers([server.address]);
});
afterAll(() => server.close());

describe("a name server for the sample", () => {
  test("gives the address, whatever the case of the letters", async () => {
    expect(await resolver.resolve4("HERE.zz")).toEqual(["127.1.2.3"]);
  });

  test.each([
    ["gone.zz", "ENOTFOUND"],
    ["refused.zz", "EREFUSED"],
    ["broken.zz", "ESERVFAIL"],
  ])("tells %s apart", async (name, code) => {
    await expect(resolver.resolve4(name)).rejects.toMatchObject({ code });
  });

  test("has no IPv6", async () => {
    await expect(resolver.resolve6("here.zz")).rejects.toMatchObject({
      code: expect.stringMatching(/ENODATA|ENOTFOUND/),
    });
  });
});
