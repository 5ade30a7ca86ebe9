import type { Context } from "hono";
import * as z from "zod/mini";
import { CSV_CONTENT_TYPE, printErrorCsv } from "../../shared/format/lists/csv.ts";
import type { ListPlace, PrintOptions } from "../../shared/format/types.ts";
import type { OriginCall } from "../../shared/protocol/origin.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { shortCache } from "../cache/short-cache.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { refusalFrom, unknownWiki } from "../pages/refusals.ts";
import { type Refusal, refusal, refusalHeaders } from "../refusal.ts";
import {
  type Offered,
  type Parameters,
  type Parsed,
  parametersOfPath,
  parseWiki,
  type Reply,
  replyOf,
  unfit,
} from "../request.ts";
import { PAGE_FRESHNESS, send, sendErrorText, sendRefusal } from "../respond.ts";
import { askOrigin } from "../sources/origin.ts";
import { Store } from "../sources/store.ts";

/** An answer about a wiki serves a rush on it for this long. */
const KEEP_SECONDS = 30;
/** Origin's lists may take some seconds. */
const ANSWER_MS = 8_000;

export interface ListReply extends Reply {
  /** As a table, in place of `format`. */
  readonly csv: boolean;
}

/** A kind of answer about a wiki (Q5), and how origin is asked for it. */
export interface WikiAnswer<Question extends { readonly wiki: string }, Content> {
  /** The question; its wiki is the parameter `dbname`. */
  parse(parameter: Parameters, options: { readonly allowPrivate: boolean }): Parsed<Question>;
  readonly call: OriginCall<Question, Content>;
  print(
    content: Content,
    profile: WikiProfile,
    reply: ListReply,
  ): { readonly body: string; readonly contentType: string };
  /** The list whose form a refusal shows. */
  readonly list?: ListPlace["list"];
  /** What it comes in; a table where csv is among it. */
  readonly formats: Offered;
}

const AWAY = refusal(
  503,
  "origin-unavailable",
  "this cannot be had at the moment; ask the same again, with its cursor, in a minute",
);

/** As everywhere, and `format=csv` where there is a table. */
export function listReply(c: Context<Edge>, parameter: Parameters, offered: Offered) {
  const csv = offered.includes("csv") && parameter("format") === "csv";
  const parsed = replyOf(c, offered, (name) => (csv && name === "format" ? undefined : parameter(name)));
  const error = parsed.error ?? unfit(parsed.reply, offered);
  return { reply: { ...parsed.reply, csv } satisfies ListReply, error };
}

/** `asked`: what a page for people fills its form with. */
export function refuseList(
  refused: Refusal,
  reply: ListReply,
  asked: Pick<PrintOptions, "query" | "place" | "profile"> = {},
): Response {
  return reply.csv
    ? sendErrorText(refused.status, printErrorCsv(refused.error), CSV_CONTENT_TYPE, refusalHeaders(refused))
    : sendRefusal(refused, reply, asked);
}

const TEXT_UNITS_MAX = 500;

/** What was asked, as far as a form shows it. */
function askedOf(
  parameter: Parameters,
  list: ListPlace["list"] | null,
): Pick<PrintOptions, "query" | "place"> {
  const text = (name: string): string => (parameter(name) ?? "").slice(0, TEXT_UNITS_MAX);
  const query = { dbname: text("dbname") };
  const place = { wiki: text("dbname"), domain: text("domain") || null, path: text("path") };
  return list === null ? { query } : { query, place: { ...place, list } };
}

/** Answers what is asked of a wiki, from origin or from what origin said within the last seconds. */
export async function answerOfWiki<Question extends { readonly wiki: string }, Content>(
  c: Context<Edge>,
  deps: EdgeDeps,
  kind: WikiAnswer<Question, Content>,
): Promise<Response> {
  const parameter = parametersOfPath(c);
  const { reply, error } = listReply(c, parameter, kind.formats);
  const shown = askedOf(parameter, kind.list ?? null);
  if (error) return refuseList({ status: 400, error }, reply, shown);
  const allowPrivate = c.env.WEBOID_ALLOW_PRIVATE === "1";
  const parsed = kind.parse(parameter, { allowPrivate });
  const store = new Store(c.env.SNAPSHOTS, deps);
  if (parsed.kind === "bad") {
    // A page for people stays within the wiki.
    const named = reply.format === "html" ? parseWiki(parameter("dbname") ?? "") : null;
    const profile = named === null ? null : await store.profile(named);
    return refuseList({ status: 400, error: parsed.error }, reply, { ...shown, profile });
  }
  const profile = await store.profile(parsed.query.wiki);
  if (profile === null) return refuseList(await unknownWiki(parsed.query.wiki, deps, c.env), reply, shown);
  const asked = await contentOf(c, deps, kind, { ...parsed.query, wiki: profile.wiki });
  if ("error" in asked) return refuseList(asked, reply, { ...shown, profile });
  return send(c, {
    ...kind.print(asked.content, profile, reply),
    freshness: PAGE_FRESHNESS,
    headers: {
      ...(reply.csv && { "content-disposition": `attachment; filename="${c.req.param("list")}.csv"` }),
      ...(reply.format === "html" && !reply.csv && { vary: "Accept-Language" }),
    },
  });
}

async function contentOf<Question extends { readonly wiki: string }, Content>(
  c: Context<Edge>,
  deps: EdgeDeps,
  { call }: WikiAnswer<Question, Content>,
  question: Question,
): Promise<{ readonly content: Content } | Refusal> {
  const cache = shortCache(deps);
  const name = `${call.path} ${JSON.stringify(question)}`;
  const kept = await cache.get(name);
  // Another version of this edge may have kept it.
  const found = kept === null ? null : z.safeParse(call.answer, JSON.parse(kept));
  if (found?.success === true) return { content: found.data };
  const asked = await askOrigin(deps, c.env, call, question, ANSWER_MS);
  if (asked.kind !== "answer") return refusalFrom(asked, { wiki: question.wiki, away: AWAY }, deps, c.env);
  c.executionCtx.waitUntil(cache.put(name, JSON.stringify(asked.answer), KEEP_SECONDS));
  return { content: asked.answer };
}
