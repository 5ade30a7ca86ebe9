import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent, request } from "./undici.ts";

/** Accepts and never answers. */
const silent = createServer(() => {});
beforeAll(async () => {
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
});
afterAll(() => {
  silent.close();
});

test("this is the real undici: the Agent's time limit acts, with its error code", async () => {
  const { port } = silent.address() as AddressInfo;
  const agent = new Agent({ headersTimeout: 50 });
  try {
    await expect(request(`http://127.0.0.1:${port}/`, { dispatcher: agent })).rejects.toMatchObject({
      code: "UND_ERR_HEADERS_TIMEOUT",
    });
  } finally {
    await agent.destroy();
  }
});

test("this is the real undici: the Agent's own lookup is asked", async () => {
  const asked: string[] = [];
  const agent = new Agent({
    headersTimeout: 50,
    connect: {
      lookup: (host, _options, callback) => {
        asked.push(host);
        callback(Object.assign(new Error("not here"), { code: "ENOTFOUND" }), []);
      },
    },
  });
  try {
    await expect(request("http://asked.example/", { dispatcher: agent })).rejects.toMatchObject({
      code: "ENOTFOUND",
    });
    expect(asked).toEqual(["asked.example"]);
  } finally {
    await agent.destroy();
  }
});
