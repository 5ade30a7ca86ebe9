import { expect, test } from "vitest";
import type { NormalisedUrl } from "../../shared/url/types.ts";
import type { ExchangeSession } from "../net/exchange-session.ts";
import type { Transport } from "../net/transport.ts";
import type { CheckHints } from "./check.ts";
import { scheduledChecker } from "./testing/scheduled.ts";

test.each<[string, CheckHints, number]>([
  [
    "where plain http went silent since it was remembered, half of the time is left for https (M9)",
    { httpNeeded: "self-signed" },
    1_000,
  ],
  ["whether plain http works in place of https is waited for a part of the time", {}, 200],
])("%s", async (_, hints, plainMs) => {
  let plainMsLeft = 0;
  const transport = {
    async exchange({
      parts,
      url,
      method,
      session,
    }: {
      parts: { scheme: string };
      url: string;
      method: string;
      session: ExchangeSession;
    }) {
      if (parts.scheme === "http") {
        plainMsLeft = Math.max(plainMsLeft, session.msLeft());
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, session.msLeft())));
        return { kind: "failure", failure: "timeout", tls: null };
      }
      const exchange = {
        url,
        method,
        http: 200,
        mime: "text/html",
        contentLength: 5,
        bodyBytes: 0,
        bodyComplete: true,
        firstBytes: new Uint8Array(),
        location: null,
        server: null,
        retryAfter: null,
        wall: null,
        address: "127.0.0.1",
        ms: 5,
      };
      return { kind: "exchange", tls: "self-signed", exchange };
    },
    async close() {},
  } as unknown as Transport;
  const found = { kind: "found", addresses: ["127.0.0.1"] } as const;
  const checker = scheduledChecker({
    contact: null,
    allowPrivate: true,
    transport,
    resolver: { resolve: async () => found, cached: () => found, close() {} },
    controls: [],
    limits: {
      totalMs: 2_000,
      plainHttpMs: 200,
      connectMs: 400,
      headSilenceMs: 700,
      bodyMs: 300,
      siteMs: 300,
    },
  });
  const outcome = await checker.check("https://a.sample-site.org/x" as NormalisedUrl, hints);
  expect(outcome).toMatchObject({ kind: "answer", tls: "self-signed", tlsFallback: "unverified" });
  expect(plainMsLeft).toBeGreaterThan(0);
  expect(Math.floor(plainMsLeft)).toBeLessThanOrEqual(plainMs);
  await checker.close();
});
