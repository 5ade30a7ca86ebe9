import type { Context } from "hono";
import { dayOfInstant } from "../../shared/calendar/day.ts";
import { type CheckState, printCheck } from "../../shared/format/html.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import type { RecheckRequest } from "../../shared/protocol/recheck.ts";
import { classify } from "../../shared/url/classify.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { actingRanges, askingRanges, networkOf } from "../limits/caller.ts";
import { refusalFrom, unknownWiki } from "../pages/refusals.ts";
import { readParameters } from "../parameters.ts";
import { FORM_BYTES_MAX, FORM_REFUSED, formOf, isFromForm, languageOf } from "../people/form.ts";
import { formToken, isFormToken } from "../people/form-token.ts";
import { type Refusal, refusal, refusalHeaders } from "../refusal.ts";
import {
  isInteractive,
  type Parameters,
  parametersOf,
  parseReply,
  QUERY_LIMITS,
  replyOf,
} from "../request.ts";
import { sendError, sendOwnPage } from "../respond.ts";
import { askOrigin } from "../sources/origin.ts";
import { Store } from "../sources/store.ts";
import { peopleFormOf } from "./people.ts";

const PEOPLE_ONLY = {
  code: "people-only",
  message:
    "checks are asked for by people, in a browser at /check; programs ask by page (/api/v1/page) or follow a feed",
};

/** So soon the page looks again for the result of a check. */
const REFRESH_SECONDS = 5;

interface Shown {
  readonly status: number;
  readonly state: CheckState;
  readonly headers?: Readonly<Record<string, string>>;
}

const refused = (refusal: Refusal): Shown => ({
  status: refusal.status,
  state: { kind: "error", ...refusal.error },
  headers: refusalHeaders(refusal),
});

const failed = (code: string, message: string): Shown => refused(refusal(400, code, message));

const AWAY = refusal(
  503,
  "origin-unavailable",
  "this cannot be had at the moment; try again in a minute",
  10,
);

/** GET and POST /check: a link as it is known now, and "check again now", for people alone. */
export function checkRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const posted = c.req.method === "POST";
    const { reply, error } = replyOf(c, ["html"]);
    if (error !== null) return sendError(400, error, reply);
    const isPerson = posted ? isFromForm(c) : isInteractive((name) => c.req.header(name));
    if (reply.format !== "html" || !isPerson)
      return sendError(403, posted && reply.format === "html" ? FORM_REFUSED : PEOPLE_ONLY, reply);
    const parameter = posted ? await formOf(c) : parametersOf(c);
    if (parameter === null)
      return sendError(413, { code: "too-large", message: `send at most ${FORM_BYTES_MAX} bytes` }, reply);
    const { ORIGIN_URL, ORIGIN_TOKEN } = c.env;
    if (!ORIGIN_URL || !ORIGIN_TOKEN)
      return sendError(503, { code: "origin-unavailable", message: "this edge has no origin to ask" }, reply);
    const { lang } = posted ? parseReply(languageOf(parameter), ["html"], reply.lang).reply : reply;
    const form = peopleFormOf(parameter, formToken(ORIGIN_TOKEN, networkOf(c), deps.now()));
    const isOpened = isFormToken(
      parameter("token") ?? "",
      ORIGIN_TOKEN,
      networkOf(c),
      deps.now(),
      c.env.ORIGIN_TOKEN_OLD,
    );
    const isNamed = form.url !== "" && form.dbname !== "";
    const { status, state, headers }: Shown = isNamed
      ? await known(c, deps, parameter, posted && isOpened ? "ask" : "look")
      : { status: 200, state: { kind: "ask" } };
    const isWaiting = state.kind === "known" && state.response.asked === "waiting";
    return sendOwnPage(status, printCheck({ lang, form, state }), {
      ...headers,
      ...(isWaiting && { refresh: `${REFRESH_SECONDS}; url=${addressOf(parameter)}` }),
    });
  };
}

/** The page without what was sent to it, to be opened again. */
function addressOf(parameter: Parameters): string {
  const names = ["url", "dbname", "pageid", "lang", "uselang"] as const;
  const given = names.flatMap((name): [string, string][] => {
    const value = parameter(name);
    return value === undefined ? [] : [[name, value]];
  });
  return `/check?${new URLSearchParams(given)}`;
}

async function known(
  c: Context<Edge>,
  deps: EdgeDeps,
  parameter: Parameters,
  act: RecheckRequest["act"],
): Promise<Shown> {
  const text = (parameter("url") ?? "").trim();
  const link =
    text.length > QUERY_LIMITS.urlUnits
      ? null
      : classify(text, { allowPrivate: c.env.WEBOID_ALLOW_PRIVATE === "1" });
  if (link?.kind !== "resource")
    return failed("bad-link", "url must be an address such as https://www.example.org/page");
  const read = readParameters((name) => parameter(name)?.trim(), ["dbname"]);
  if (read.kind === "bad") return refused({ status: 400, error: read.error });
  const { dbname: wiki = "" } = read.query;
  const profile = await new Store(c.env.SNAPSHOTS, deps).profile(wiki);
  if (profile === null) return refused(await unknownWiki(wiki, deps, c.env));
  const ranges = act === "ask" ? actingRanges(c) : [...askingRanges(c)];
  const asked = await askOrigin(deps, c.env, ORIGIN.recheck, {
    act,
    wiki: profile.wiki,
    url: link.url,
    ranges,
  });
  if (asked.kind !== "answer") return refused(await refusalFrom(asked, { wiki, away: AWAY }, deps, c.env));
  const { refused: reason, seconds = 3_600 } = asked.answer;
  const isLater = reason === "too-soon" || reason === "too-many";
  return {
    status: isLater ? 429 : reason === null ? 200 : reason === "not-watched" ? 404 : 409,
    state: { kind: "known", response: asked.answer, today: dayOfInstant(deps.now()) },
    headers: isLater ? { "retry-after": String(seconds) } : {},
  };
}
