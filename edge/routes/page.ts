import type { Context } from "hono";
import type { Answer } from "../../shared/answer/types.ts";
import { htmlChunks } from "../../shared/format/html.ts";
import { PRINTERS } from "../../shared/format/printers.ts";
import type { Format, FormQuery } from "../../shared/format/types.ts";
import { formatsOf } from "../api/api-addresses.ts";
import { shortCache } from "../cache/short-cache.ts";
import type { Edge, EdgeDeps, EdgeEnv } from "../env.ts";
import { answerPages, linksOf } from "../pages/answer.ts";
import { cacheName, type PageQuery, parsePageQuery } from "../pages/query.ts";
import type { Answered } from "../pages/refusals.ts";
import { type Parameters, parametersOfPath, type Reply, replyOf } from "../request.ts";
import {
  baseOf,
  cacheTag,
  FOR_ALL,
  PAGE_FRESHNESS,
  pageTags,
  send,
  sendError,
  sendRefusal,
  sendStream,
} from "../respond.ts";
import { asNamed } from "../sources/pasted.ts";
import { suggestedTitles } from "../sources/suggested-titles.ts";
import { type TouchMemory, touch } from "../sources/touch.ts";
import { frontRoute } from "./front.ts";

/** A finished answer serves a rush on one page for this long; short, so that nobody sees it age. */
const ANSWER_SECONDS = 10;

/** The form above an answer shows the question as it was understood (G3). */
function formOf({ wiki, pages, show, status, sort }: PageQuery): FormQuery {
  const page =
    pages.by === "pageid"
      ? { pageid: pages.pageids.join("|") }
      : { title: pages.asked.map(({ text, title }) => title ?? text).join("|") };
  return { dbname: wiki, show, status, sort, ...page };
}

/** What of a refused question can be shown again. */
function rawFormOf(parameter: Parameters): FormQuery {
  const clip = (text: string | undefined) => text?.slice(0, 500) ?? null;
  return {
    dbname: clip(parameter("dbname")),
    pageid: clip(parameter("pageid") ?? parameter("curid")),
    title: clip(parameter("title")),
  };
}

/** An answer about more is sent as it is made, and not kept: what costs in it, the wiki's list, is remembered by itself. */
const STREAMED_FROM_URLS = 500;
/** UTF-16 units of one that is kept: longer ones are bots', who do not ask again, and would drive out what all share. */
const KEPT_UNITS_MAX = 256 * 1024;

const urlsOf = ({ pages }: Answer): number => pages.reduce((sum, { urls }) => sum + urls.length, 0);

interface Kept {
  readonly body: string;
  readonly pageids: readonly number[];
  /** Of its pages, and how new it is (`ChangedPages`). */
  readonly tags: readonly string[];
  readonly edition: number;
}

function readKept(text: string | null): Kept | null {
  return text === null ? null : (JSON.parse(text) as Kept);
}

/**
 * The answer about pages. A title that a reader spelt in another case is answered as the wiki spells it; to another one that the
 * wiki does not have, its refusal suggests some.
 */
async function answerOrMeant(
  query: PageQuery,
  reply: Reply,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<Answered> {
  const answered = await answerPages(query, deps, env);
  const { pages } = query;
  const isUnknown = answered.kind === "refused" && answered.error.code === "unknown-page";
  if (!isUnknown || !answered.profile || reply.format !== "html" || pages.by !== "title") return answered;
  const [title, ...others] = pages.titles;
  if (title === undefined || others.length > 0) return answered;
  const titles = await suggestedTitles(answered.profile, title, deps, env);
  const same = titles.find((each) => each.toLowerCase() === title.toLowerCase());
  if (same === undefined || same === title) return { ...answered, error: { ...answered.error, titles } };
  const respelt = { by: "title", titles: [same], asked: [{ text: title, title: same }] } as const;
  return answerPages({ ...query, pages: respelt }, deps, env);
}

async function answer(
  c: Context<Edge>,
  deps: EdgeDeps,
  memory: TouchMemory,
  { query, asked }: { readonly query: PageQuery; readonly asked: FormQuery },
  reply: Reply,
): Promise<Response> {
  const printer = PRINTERS[reply.format];
  const cache = shortCache(deps);
  // Data name no address of the edge, which may not be known.
  const base = reply.format === "html" ? baseOf(c) : "";
  const name = `answer ${base} ${cacheName(query, reply)}`;
  let kept = query.ping ? null : readKept(await cache.get(name));
  let isShort: boolean | undefined = false;
  if (kept === null || deps.changed.since(kept.edition, kept.tags)) {
    const edition = deps.changed.latest();
    const sort = query.sort ?? (reply.format === "html" ? "severity" : "domain");
    const answered = await answerOrMeant({ ...query, sort }, reply, deps, c.env);
    if (answered.kind === "refused")
      return sendRefusal(answered, reply, { query: asked, profile: answered.profile ?? null });
    const options = { ...reply, query: formOf(query), profile: answered.profile, base };
    const { answer, pageids } = answered;
    c.set("links", linksOf(answer));
    // For a ping not every source was asked: that answer is nobody's.
    if (query.ping) {
      touch(c, deps, memory, { wiki: query.wiki, pageids, ping: true });
      return new Response(null, { status: 202, headers: FOR_ALL });
    }
    isShort = answered.isShort;
    if (reply.format === "html" && urlsOf(answer) > STREAMED_FROM_URLS) {
      touch(c, deps, memory, { wiki: query.wiki, pageids, ping: false });
      return sendStream(c, {
        chunks: htmlChunks(answer, options),
        contentType: printer.contentType,
        freshness: isShort ? null : PAGE_FRESHNESS,
        headers: { ...cacheTag(pageTags(answer)), vary: "Accept-Language" },
      });
    }
    kept = { body: printer.print(answer, options), pageids, tags: pageTags(answer), edition };
    if (!isShort && kept.body.length <= KEPT_UNITS_MAX)
      c.executionCtx.waitUntil(cache.put(name, JSON.stringify(kept), ANSWER_SECONDS));
  }
  touch(c, deps, memory, { wiki: query.wiki, pageids: kept.pageids, ping: false });
  return send(c, {
    body: kept.body,
    contentType: printer.contentType,
    freshness: isShort ? null : PAGE_FRESHNESS,
    headers: { ...cacheTag(kept.tags), ...(reply.format === "html" && { vary: "Accept-Language" }) },
  });
}

/** A caller without a question wants the form (G3). */
const asksNothing = (parameter: Parameters): boolean =>
  ["dbname", "pageid", "curid", "title"].every((name) => parameter(name) === undefined);

/**
 * The answer about pages in any format (Q1–Q6, G2, G4): /api/v1/page and /externalLinkInfo by parameters,
 * /page/:wiki/:pageid by its path. `format`: the address's own.
 */
export function pageRoute(deps: EdgeDeps, memory: TouchMemory, format: Format) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyOf(c, formatsOf(format === "json" ? "/api/v1/page" : "/externalLinkInfo"));
    const parameter = parametersOfPath(c);
    const options = { query: rawFormOf(parameter) };
    if (error) return sendError(400, error, reply, {}, options);
    const parsed = parsePageQuery(await asNamed(parameter, deps, c.env));
    if (parsed.kind === "bad" && reply.format === "html" && asksNothing(parameter))
      return frontRoute(deps)(c);
    if (parsed.kind === "bad") return sendError(400, parsed.error, reply, {}, options);
    const { show, status, sort } = parsed.query;
    const asked = { ...options.query, show, status, sort };
    return answer(c, deps, memory, { query: parsed.query, asked }, reply);
  };
}
