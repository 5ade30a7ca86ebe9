import { type FeedEvent, FeedRequest } from "../../../shared/protocol/feed.ts";
import { ANSWER_HEADER, SIGNATURE_HEADER, signAnswer } from "../../../shared/protocol/sign.ts";

const SECOND = 1_795_000_000;

function eventOf(id: number): FeedEvent {
  return {
    id: `${id}.${SECOND}`,
    atMs: SECOND * 1_000,
    day: 3_611,
    kind: "unreachable",
    url: `https://a.zz/${id}/${"x".repeat(1_000)}`,
    before: "doubtful",
    verdict: "unreachable",
    rule: "failing-for-weeks",
    status: 18,
    http: 404,
    since: 3_540,
    last: 3_610,
    checks: 9,
    pages: [{ pageid: 5, title: "A", namespace: 0 }],
    pageCount: 1,
  };
}

/** An origin whose feed has no end: a question from a cursor on gets a full answer, and that there is more. */
export function startFeedOrigin(token: string) {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const path = new URL(request.url).pathname;
      if (path !== "/v1/feed") return new Response(null, { status: 202 });
      const { since, limit } = FeedRequest.parse(await request.json());
      const from = since?.id ?? 0;
      const events = since === null ? [] : Array.from({ length: limit }, (_, at) => eventOf(from + at + 1));
      const cursor = events.at(-1)?.id ?? `0.${SECOND}`;
      const body = new TextEncoder().encode(
        JSON.stringify({ kind: "events", events, cursor, more: since !== null }),
      );
      const requestSignature = request.headers.get(SIGNATURE_HEADER) ?? "";
      const signature = await signAnswer(token, { requestSignature, status: 200, body });
      return new Response(body, {
        headers: { "content-type": "application/json", [ANSWER_HEADER]: signature },
      });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, from: `1.${SECOND}`, stop: () => server.stop(true) };
}
