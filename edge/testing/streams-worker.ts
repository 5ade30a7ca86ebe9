import type { FeedEvent, FeedResponse } from "../../shared/protocol/feed.ts";
import { createChangedPages } from "../cache/changed.ts";
import type { EdgeDeps } from "../env.ts";
import { FeedSource } from "../feed/source.ts";
import { createFollowers, followerStream } from "../feed/stream.ts";
import { createThrottle } from "../limits/throttle.ts";
import { createWikiGates } from "../sources/wiki-gate.ts";

/**
 * A Worker of nothing but streams that nobody reads, whose clock is twenty times as fast. Each has 60 MB: more than a kernel keeps of
 * a connection (net.ipv4.tcp_rmem and tcp_wmem, 36 MB where they are large).
 */

const SPEED = 20;
const now = () => Date.now() * SPEED;
const deps: EdgeDeps = {
  fetch: () => Promise.reject(new Error("there is no origin")),
  now,
  elapsed: now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms / SPEED)),
  every(ms, run) {
    const timer = setInterval(run, ms / SPEED);
    return () => clearInterval(timer);
  },
  cache: () => null,
  changed: createChangedPages(),
  throttle: createThrottle(now),
  wikis: createWikiGates(now),
};
const followers = createFollowers(now);
const source = new FeedSource(deps);

const EVENTS = 100_000;
const LONG_URL = `https://a.zz/${"x".repeat(500)}`;
const eventOf = (id: number): FeedEvent => ({
  id: `${id}.1`,
  atMs: 0,
  day: 3_611,
  kind: "unreachable",
  url: LONG_URL,
  pages: [],
  pageCount: 0,
});
const first: Extract<FeedResponse, { kind: "events" }> = {
  kind: "events",
  events: Array.from({ length: EVENTS }, (_, at) => eventOf(at + 1)),
  cursor: `${EVENTS}.1`,
  more: false,
};

export default {
  async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname === "/counts")
      return Response.json({ ...followers.counts(), minutes: now() / 60_000 });
    const follower = followers.admit("203.0.113.1");
    if (typeof follower === "string") return new Response(follower, { status: 429 });
    const query = { wiki: "dewiki@WMF", since: null, limit: 500, kinds: null, namespaces: null };
    const parts = { deps, env: {} as never, source, query: { ...query, pageids: null } };
    return followerStream({ ...parts, first, follower });
  },
};
