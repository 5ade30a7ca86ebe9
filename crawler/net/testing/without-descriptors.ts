/**
 * A program for dialler.test.ts, run with few descriptors: dials while none is left, and when some were given back; prints
 * as JSON what came of both.
 */
import { closeSync, openSync } from "node:fs";
import { splitUrl } from "../../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { createDialler } from "../dialler.ts";
import { ExchangeSession } from "../exchange-session.ts";
import { EXCHANGE_LIMITS } from "../limits.ts";

const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("ok") });
const url = `http://127.0.0.1:${server.port}/` as NormalisedUrl;
const request = { url, parts: splitUrl(url), method: "HEAD", addresses: ["127.0.0.1"], fields: [] } as const;
const dialler = createDialler();
const dial = (ms: number) =>
  dialler
    .exchange({ ...request, limits: EXCHANGE_LIMITS, session: new ExchangeSession({ totalMs: ms }) })
    .then(
      ({ kind }) => kind,
      (error: Error) => error.name,
    );

function takeAll(): number[] {
  const taken: number[] = [];
  for (;;) {
    try {
      taken.push(openSync("/dev/null", "r"));
    } catch {
      return taken;
    }
  }
}

const taken = takeAll();
const without = await dial(5_000);
taken.splice(0, 20).forEach(closeSync);
const withSome = await dial(5_000);
process.stdout.write(JSON.stringify([without, withSome]));
process.exit();
