import { describe, expect, test } from "vitest";
import { isBodyOf, verifyHead } from "../../shared/protocol/sign.ts";
import type { HttpAnswer, HttpRequest } from "../net/egress/http-client.ts";
import { edgeStore } from "./edge-store.ts";

const TOKEN = "0123456789abcdef";
const FENCE = { wiki: "dewiki@WMF", number: 17 };
const PAIR = { key: "w1:dewiki@WMF", value: "{}" };

function setUp(answer: HttpAnswer, edgeUrl = "http://edge.zz") {
  const requests: HttpRequest[] = [];
  const http = {
    async send(request: HttpRequest) {
      requests.push(request);
      return answer;
    },
    async close() {},
  };
  const store = edgeStore({ http, edgeUrl, edgeToken: TOKEN, signal: new AbortController().signal });
  return { store, requests };
}

const answered = (http: number, value: unknown): HttpAnswer => ({ kind: "json", http, headers: {}, value });

describe("the edge's own store", () => {
  test.each([
    ["http://edge.zz", undefined, "/internal/kv"],
    ["http://edge.zz", FENCE, "/internal/kv?wiki=dewiki%40WMF&fence=17"],
    ["http://edge.zz/weboid", FENCE, "/weboid/internal/kv?wiki=dewiki%40WMF&fence=17"],
  ])("%s, fence %j: is asked at %s, which is signed", async (edgeUrl, fence, path) => {
    const { store, requests } = setUp({ kind: "text", http: 204, headers: {}, start: "" }, edgeUrl);
    expect(await store.put([PAIR], fence)).toEqual({ kind: "stored", calls: 1 });
    const [request] = requests;
    expect(request?.url).toBe(`http://edge.zz${path}`);
    const claim = verifyHead(TOKEN, { method: "POST", path }, (name) => request?.headers?.[name], Date.now());
    const body = new TextEncoder().encode(JSON.stringify([PAIR]));
    expect(claim.kind === "claimed" && (await isBodyOf(claim, body))).toBe(true);
  });

  test.each([
    ["a later dispatcher", answered(409, { error: { code: "outdated" }, fence: 18 }), "outdated", 18],
    ["a conflict of another kind", answered(409, {}), "failed", "answered 409"],
    ["a page of a proxy before it", answered(200, {}), "failed", "answered 200"],
    ["another token", answered(401, { error: { code: "unsigned" } }), "failed", "is EDGE_TOKEN the same"],
    [
      "another clock",
      answered(401, { error: { code: "clock" } }),
      "failed",
      "clocks differ by more than 300 s",
    ],
    [
      "nobody there",
      { kind: "failure", failure: "refused", detail: "refused" } as const,
      "failed",
      "refused",
    ],
  ])("reports %s", async (_name, answer, kind, what) => {
    const result = await setUp(answer).store.remove(["w1:dewiki@WMF"], FENCE);
    expect(result.kind).toBe(kind);
    expect(result).toMatchObject(
      typeof what === "number" ? { number: what } : { message: expect.stringContaining(what) },
    );
  });
});
