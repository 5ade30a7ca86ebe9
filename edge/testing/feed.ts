import { type FeedEvent, type FeedRequest, passes, readCursor } from "../../shared/protocol/feed.ts";
import { createWorld, NOW, type Responder } from "./world.ts";

export const SECOND = Math.floor(NOW / 1_000);
export const WIKI = "dewiki@WMF";
export const BIDI = "\u202e";

export function eventOf(id: number, more: Partial<FeedEvent> = {}): FeedEvent {
  return {
    id: `${id}.${SECOND}`,
    atMs: NOW,
    day: 3_611,
    kind: "unreachable",
    url: `https://a.zz/${id}`,
    before: "doubtful",
    verdict: "unreachable",
    rule: "failing-for-weeks",
    status: 18,
    http: 404,
    since: 3_540,
    last: 3_610,
    checks: 9,
    pages: [{ pageid: 5, title: "Käse", namespace: 0 }],
    pageCount: 1,
    ...more,
  };
}

/** An origin that has these events of one wiki, and counts what it is asked. */
export function originOf(events: FeedEvent[], { kept = 0 } = {}) {
  const asked: FeedRequest[] = [];
  const origin: Responder = async (request) => {
    const path = new URL(request.url).pathname;
    const wanted = (await request.json()) as FeedRequest & { after: number };
    if (path === "/v1/event")
      return Response.json({
        kind: "event",
        event: events[0],
        pages: [{ pageid: 9, title: "I", namespace: 0 }],
        next: 9,
      });
    if (path !== "/v1/feed") return new Response(null, { status: 202 });
    asked.push(wanted);
    const cursor = events.at(-1)?.id ?? `0.${SECOND}`;
    if (wanted.since === null) {
      const newest = events.filter((event) => passes(wanted, event)).slice(-wanted.limit);
      return Response.json({ kind: "events", events: newest, cursor, more: false });
    }
    const { id } = wanted.since;
    if (id !== 0 && (id < kept || id > events.length)) return Response.json({ kind: "gone", cursor });
    const behind = events.filter((event) => (readCursor(event.id)?.id ?? 0) > id);
    const passing = behind.filter((event) => passes(wanted, event)).slice(0, wanted.limit);
    const more = passing.length === wanted.limit;
    return Response.json({
      kind: "events",
      events: passing,
      cursor: more ? passing.at(-1)?.id : cursor,
      more,
    });
  };
  return { origin, asked };
}

export interface Followed {
  readonly events: readonly { readonly id: string; readonly url: string }[];
  readonly cursor: string;
  readonly more: boolean;
}

export const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
export const idsOf = ({ events }: Followed) => events.map(({ id }) => Number(id.split(".")[0]));

export async function worldOf(
  events: FeedEvent[],
  options: Parameters<typeof createWorld>[0] & { kept?: number } = {},
) {
  const { origin, asked } = originOf(events, options);
  const world = createWorld({ origin, ...options });
  await world.store(WIKI, []);
  const feed = async (query = "") => (await (await world.ask(`/feed/${WIKI}${query}`)).json()) as Followed;
  return { ...world, asked, feed };
}
