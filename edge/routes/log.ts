import type { Context } from "hono";
import type { AnswerError } from "../../shared/answer/types.ts";
import type { LogDocument } from "../../shared/format/documents.ts";
import { ATOM_CONTENT_TYPE } from "../../shared/format/feed/atom.ts";
import { printLogAtom } from "../../shared/format/feed/log-atom.ts";
import { isDone, printLog } from "../../shared/format/html.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import type { PeopleResponse } from "../../shared/protocol/people.ts";
import type { LogRequest, LogResponse } from "../../shared/protocol/people-log.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge, EdgeDeps, EdgeEnv } from "../env.ts";
import { refusalFrom, unknownWiki } from "../pages/refusals.ts";
import { readParameters } from "../parameters.ts";
import { limited, readForm } from "../people/form.ts";
import { accountOf, actorOf, isOwnToken, ownToken, type Session, sessionOf } from "../people/session.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { bad, type Parameters, type Parsed, parametersOf, type Reply, replyOf, unfit } from "../request.ts";
import { baseOf, type Freshness, printData, send, sendOwnPage, sendRefusal } from "../respond.ts";
import { type Asked, actAtOrigin, askOrigin } from "../sources/origin.ts";
import { Store } from "../sources/store.ts";

const FRESHNESS: Freshness = { seconds: 10, staleSeconds: 0 };
const FORMATS = formatsOf("/log");

const AWAY = refusal(503, "origin-unavailable", "the log cannot be had at the moment; try again in a minute");

/** With the way back to the log. */
const refuse = (refused: Refusal, reply: Reply): Response => sendRefusal(refused, reply, { log: true });

const refuseBad = (status: number, error: AnswerError, reply: Reply): Response =>
  refuse({ status, error }, reply);

const refusedBy = (
  asked: Exclude<Asked<unknown>, { kind: "answer" }>,
  { wiki }: LogRequest,
  deps: EdgeDeps,
  env: EdgeEnv,
) => refusalFrom(asked, { wiki, away: AWAY }, deps, env);

type Question = { readonly kind: "asked"; readonly request: LogRequest } | Response;

/** Which part of the log is asked for. */
async function questionOf(
  c: Context<Edge>,
  deps: EdgeDeps,
  parameter: Parameters,
  reply: Reply,
): Promise<Question> {
  const read = readParameters(parameter, ["dbname", "logCursor"]);
  if (read.kind === "bad") return refuseBad(400, read.error, reply);
  const { dbname, logCursor: before = null } = read.query;
  if (dbname === undefined) return { kind: "asked", request: { wiki: null, before } };
  const profile = await new Store(c.env.SNAPSHOTS, deps).profile(dbname);
  return profile === null
    ? refuse(await unknownWiki(dbname, deps, c.env), reply)
    : { kind: "asked", request: { wiki: profile.wiki, before } };
}

/** GET /log: the public log (H5), for people with forms that undo, as JSON and as a feed. */
export function logRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const parameter = parametersOf(c);
    const isAtom = parameter("format") === "atom";
    const named: Parameters = (name) => (isAtom && name === "format" ? "xml" : parameter(name));
    const { reply, error } = replyOf(c, FORMATS, named);
    const wrong = error ?? (isAtom ? null : unfit(reply, FORMATS));
    if (wrong !== null) return refuseBad(400, wrong, reply);
    const question = await questionOf(c, deps, parameter, reply);
    if (question instanceof Response) return question;
    if (reply.format === "html")
      return page(c, deps, { question, lang: reply.lang, said: null, stale: false });
    const asked = await askOrigin(deps, c.env, ORIGIN.log, question.request);
    if (asked.kind !== "answer") return refuse(await refusedBy(asked, question.request, deps, c.env), reply);
    const { pathname, search } = new URL(c.req.url);
    const options = { lang: reply.lang, base: baseOf(c), self: pathname + search };
    return send(c, {
      ...(isAtom
        ? { body: printLogAtom(asked.answer, options), contentType: ATOM_CONTENT_TYPE }
        : printData(documentOf(question.request, asked.answer), reply)),
      freshness: FRESHNESS,
      headers: { vary: "Accept, Accept-Language" },
    });
  };
}

const documentOf = ({ wiki }: LogRequest, log: LogResponse): LogDocument => ({ version: 1, wiki, ...log });

interface Shown {
  readonly question: Exclude<Question, Response>;
  readonly lang: string | null;
  readonly said: PeopleResponse | null;
  readonly stale: boolean;
}

async function page(
  c: Context<Edge>,
  deps: EdgeDeps,
  { question, lang, said, stale }: Shown,
): Promise<Response> {
  const { request } = question;
  const asked = await askOrigin(deps, c.env, ORIGIN.log, request);
  // Of what was done its author hears, also where the log cannot be had.
  if (asked.kind !== "answer" && said === null)
    return refuse(await refusedBy(asked, request, deps, c.env), replyOf(c, ["html"]).reply);
  const nowMs = deps.now();
  const session = sessionOf(c, nowMs);
  const token = ownToken(c, session, nowMs);
  const body = printLog(
    {
      log: asked.kind === "answer" ? asked.answer : null,
      dbname: request.wiki ?? "",
      before: request.before,
      said,
      stale,
      token,
      account: accountOf(c, session, token),
    },
    { lang, nowMs },
  );
  const { status, headers } = {
    status: said === null || isDone(said) ? 200 : 409,
    headers: {},
    ...limited(said?.outcome, said?.seconds),
  };
  return sendOwnPage(status, body, headers);
}

/** POST /log: undoes an entry; of administrators also locks (H5). */
export function logFormRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, parameter, refused } = await readForm(c);
    if (refused !== null) return refuse(refused, reply);
    const { lang } = reply;
    const question = await questionOf(c, deps, parameter, reply);
    if (question instanceof Response) return question;
    const session = sessionOf(c, deps.now());
    if (!isOwnToken(c, session, parameter("token") ?? "", deps.now()))
      return page(c, deps, { question, lang, said: null, stale: true });
    const acted = await act(c, deps, parameter, session);
    if (acted.kind === "bad") return refuseBad(400, acted.error, reply);
    if (acted.query.kind !== "answer")
      return refuse(await refusedBy(acted.query, question.request, deps, c.env), reply);
    return page(c, deps, { question, lang, said: acted.query.answer, stale: false });
  };
}

async function act(
  c: Context<Edge>,
  deps: EdgeDeps,
  parameter: Parameters,
  session: Session | null,
): Promise<Parsed<Asked<PeopleResponse>>> {
  const read = readParameters(parameter, ["logAction", "entry", "target", "reason", "days"]);
  if (read.kind === "bad") return read;
  const { logAction, entry, target, reason = "", days = 1 } = read.query;
  const token = parameter("token") ?? "";
  if (logAction === "undo" && entry !== undefined) {
    const request = { entry, ...actorOf(c, session) };
    return { kind: "query", query: await actAtOrigin(deps, c.env, ORIGIN.undo, request, token) };
  }
  if ((logAction !== "lock" && logAction !== "unlock") || session?.administrator !== true)
    return bad("bad-action", "the form was sent in an unknown way; use its buttons");
  if (target === undefined)
    return { kind: "query", query: { kind: "answer", answer: { outcome: "bad-target" } } };
  return {
    kind: "query",
    query: await actAtOrigin(deps, c.env, ORIGIN.lock, { act: logAction, target, reason, days }, token),
  };
}
