import type { Context } from "hono";
import { dayOfInstant } from "../../shared/calendar/day.ts";
import { PRINTERS } from "../../shared/format/printers.ts";
import { pageTag, snapshotKey } from "../../shared/protocol/types.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { answerGadget, scriptOf } from "../gadget/answer.ts";
import { createFinishedAnswers, type FinishedAnswers } from "../gadget/finished.ts";
import { answerPages } from "../pages/answer.ts";
import { cacheName, type PageQuery, parsePageQuery } from "../pages/query.ts";
import { parametersOf, type Reply, replyOf } from "../request.ts";
import { cacheTag, type Finished, finish, GADGET_FRESHNESS, pageTags, send, sendError } from "../respond.ts";
import { createStore } from "../sources/store.ts";
import { type TouchMemory, touch } from "../sources/touch.ts";

/** GET /externalLinkProblem (G1): the presumed unreachable URLs of a page, as a script that a gadget runs. */
export function gadgetRoute(deps: EdgeDeps, memory: TouchMemory) {
  const finished = createFinishedAnswers();
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyOf(c, "js");
    if (error) return sendError(400, error, reply);
    const parsed = parsePageQuery(parametersOf(c));
    if (parsed.kind === "bad") return sendError(400, parsed.error, reply);
    const { wiki, pages, ping } = parsed.query;
    const asked = { query: parsed.query, reply };
    // Of a page that is pinged the wiki has to say that there is one: no snapshot may mean that it is new.
    if (pages.by === "pageid" && !ping) return fromStore(c, deps, memory, finished, asked, pages.pageids);
    const answered = await answerPages({ ...parsed.query, status: "unreachable" }, deps, c.env);
    if (answered.kind === "refused") return sendError(answered.status, answered.error, reply);
    touch(c, deps, memory, { wiki, pageids: answered.pageids, ping });
    if (ping) return new Response(null, { status: 202, headers: { "access-control-allow-origin": "*" } });
    const { print } = PRINTERS[reply.format];
    return tell(c, asked.reply, finish(print(answered.answer, reply)), pageTags(answered.answer));
  };
}

async function fromStore(
  c: Context<Edge>,
  deps: EdgeDeps,
  memory: TouchMemory,
  finished: FinishedAnswers,
  { query, reply }: { readonly query: PageQuery; readonly reply: Reply },
  pageids: readonly number[],
): Promise<Response> {
  const { wiki } = query;
  const store = createStore(c.env.SNAPSHOTS, deps);
  const values = await Promise.all(pageids.map((pageid) => store.value(wiki, pageid)));
  const [value = null] = pageids.length === 1 ? values : [];
  const today = dayOfInstant(deps.now());
  const name = cacheName(query, reply);
  const tags = pageids.map((pageid) => pageTag(wiki, pageid));
  const known = value === null ? null : finished.find(name, value, today);
  if (known !== null) {
    touch(c, deps, memory, { wiki, pageids, ping: false });
    return tell(c, reply, known, tags);
  }
  const isScript = reply.format === "js" && reply.callback === null;
  const key = snapshotKey(wiki, pageids[0] ?? 0);
  const script = isScript && value !== null ? scriptOf(key, value, today, c.env) : null;
  if (value !== null && script !== null) {
    touch(c, deps, memory, { wiki, pageids, ping: false });
    const answer = finish(script);
    finished.keep(name, { value, today, answer });
    return tell(c, reply, answer, tags);
  }
  const snapshots = pageids.map((pageid, at) => store.suspects(wiki, pageid, values[at] ?? null));
  const answered = await answerGadget(wiki, pageids, snapshots, deps, c.env);
  if (answered.kind === "refused") return sendError(answered.status, answered.error, reply);
  touch(c, deps, memory, { wiki, pageids: answered.pageids, ping: false });
  const answer = finish(PRINTERS[reply.format].print(answered.answer, reply));
  // A value that cannot be read is none, and said so in the log each time.
  if (value !== null && answered.pageids.length > 0) finished.keep(name, { value, today, answer });
  return tell(c, reply, answer, pageTags(answered.answer));
}

const tell = (c: Context<Edge>, { format }: Reply, body: Finished, tags: readonly string[]): Response =>
  send(c, {
    body,
    contentType: PRINTERS[format].contentType,
    freshness: GADGET_FRESHNESS,
    headers: { ...cacheTag(tags), ...(format === "html" && { vary: "Accept-Language" }) },
  });
