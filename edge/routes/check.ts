import type { Context } from "hono";
import { dayOfInstant } from "../../shared/calendar/day.ts";
import { type CheckState, printCheck } from "../../shared/format/html.ts";
import { ACT_ANSWER_MS, ORIGIN } from "../../shared/protocol/origin.ts";
import type { RecheckRequest } from "../../shared/protocol/recheck.ts";
import { classify } from "../../shared/url/classify.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { actingRanges, askingRanges, networkOf } from "../limits/caller.ts";
import { refusalFrom, unknownWiki } from "../pages/refusals.ts";
import { readParameters } from "../parameters.ts";
import { limited, readForm } from "../people/form.ts";
import { formToken, isFormToken } from "../people/form-token.ts";
import { AWAY, NO_ORIGIN, refusal, type Shown, shownRefusal } from "../refusal.ts";
import { isInteractive, type Parameters, QUERY_LIMITS } from "../request.ts";
import { sendError, sendOwnPage, sendRefusal } from "../respond.ts";
import { askOrigin } from "../sources/origin.ts";
import { Store } from "../sources/store.ts";
import { peopleFormOf } from "./people.ts";

const PEOPLE_ONLY = {
  code: "people-only",
  message:
    "checks are asked for by people, in a browser at /check; programs ask by page (/api/v1/page) or follow a feed",
};

/**
 * So soon the page looks again for the result of a check, each time twice as late: each look is a question of its reader, of whom few
 * are answered (crawler/origin/search/allowance.ts), and a check may wait for a quarter of an hour.
 */
const REFRESH_SECONDS = { first: 5, most: 60 } as const;

/** GET and POST /check: a link as it is known now, and "check again now", for people alone. */
export function checkRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const posted = c.req.method === "POST";
    const { reply, parameter, refused } = await readForm(c, PEOPLE_ONLY);
    if (refused !== null) return sendRefusal(refused, reply);
    if (!posted && !isInteractive((name) => c.req.header(name))) return sendError(403, PEOPLE_ONLY, reply);
    const { ORIGIN_URL, ORIGIN_TOKEN } = c.env;
    if (!ORIGIN_URL || !ORIGIN_TOKEN) return sendRefusal(NO_ORIGIN, reply);
    const form = peopleFormOf(parameter, formToken(ORIGIN_TOKEN, networkOf(c), deps.now()));
    const isOpened = isFormToken(
      parameter("token") ?? "",
      ORIGIN_TOKEN,
      networkOf(c),
      deps.now(),
      c.env.ORIGIN_TOKEN_OLD,
    );
    const isNamed = form.url !== "" && form.dbname !== "";
    const { status, state, headers }: Shown<CheckState> = isNamed
      ? await known(c, deps, parameter, posted && isOpened ? "ask" : "look")
      : { status: 200, state: { kind: "ask" } };
    const isWaiting = state.kind === "known" && state.response.asked === "waiting";
    return sendOwnPage(status, printCheck({ lang: reply.lang, form, state }), {
      ...headers,
      ...(isWaiting && refreshOf(parameter)),
    });
  };
}

/** Opens the page again; its address says how long the next look waits. */
function refreshOf(parameter: Parameters): { readonly refresh: string } {
  const { first, most } = REFRESH_SECONDS;
  const seconds = Math.min(most, Math.max(first, Number(parameter("wait")) || 0));
  return { refresh: `${seconds}; url=${addressOf(parameter)}&wait=${Math.min(most, 2 * seconds)}` };
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
): Promise<Shown<CheckState>> {
  const text = (parameter("url") ?? "").trim();
  const link =
    text.length > QUERY_LIMITS.urlUnits
      ? null
      : classify(text, { allowPrivate: c.env.WEBOID_ALLOW_PRIVATE === "1" });
  if (link?.kind !== "resource")
    return shownRefusal(
      refusal(400, "bad-link", "url must be an address such as https://www.example.org/page"),
    );
  const read = readParameters((name) => parameter(name)?.trim(), ["dbname"]);
  if (read.kind === "bad") return shownRefusal({ status: 400, error: read.error });
  const { dbname: wiki = "" } = read.query;
  const profile = await new Store(c.env.SNAPSHOTS, deps).profile(wiki);
  if (profile === null) return shownRefusal(await unknownWiki(wiki, deps, c.env));
  const ranges = act === "ask" ? actingRanges(c) : [...askingRanges(c)];
  const request = { act, wiki: profile.wiki, url: link.url, ranges };
  const asked = await askOrigin(
    deps,
    c.env,
    ORIGIN.recheck,
    request,
    act === "ask" ? ACT_ANSWER_MS : undefined,
  );
  if (asked.kind !== "answer")
    return shownRefusal(await refusalFrom(asked, { wiki, away: AWAY }, deps, c.env));
  const { refused: reason, seconds } = asked.answer;
  return {
    status: reason === null ? 200 : reason === "not-watched" ? 404 : 409,
    state: { kind: "known", response: asked.answer, today: dayOfInstant(deps.now()) },
    ...limited(reason, seconds),
  };
}
