/**
 * A program for dialler.test.ts, run with few descriptors: dials while none is left, and prints as JSON what came of it
 * with none coming back, and with some given back in time.
 */
import { closeSync, openSync } from "node:fs";
import { splitUrl } from "../../../shared/url/parts.ts";
import type { NormalisedUrl } from "../../../shared/url/types.ts";
import { checkLimits } from "../../check/limits.ts";
import { createDialler } from "../dialler.ts";

const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("ok") });
const url = `http://127.0.0.1:${server.port}/` as NormalisedUrl;
const request = { url, parts: splitUrl(url), method: "HEAD", addresses: ["127.0.0.1"], fields: [] } as const;
const dialler = createDialler();
const dial = (ms: number) =>
  dialler.exchange({ ...request, limits: checkLimits(), deadline: performance.now() + ms }).then(
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
const never = await dial(600);
setTimeout(() => taken.splice(0, 20).forEach(closeSync), 100);
const inTime = await dial(5_000);
process.stdout.write(JSON.stringify({ never, inTime }));
process.exit();
