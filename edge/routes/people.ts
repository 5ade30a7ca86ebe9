import type { Context } from "hono";
import { isDone, type PeopleForm, type PeopleState, printPeople } from "../../shared/format/html.ts";
import { internalTest } from "../../shared/interwiki/farm.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import {
  type PeopleAct,
  type PeopleRequest,
  type PeopleResponse,
  SUGGESTION_UNITS_MAX,
} from "../../shared/protocol/people.ts";
import { classify } from "../../shared/url/classify.ts";
import { readReportScope, scopeText } from "../../shared/url/report-scope.ts";
import type { Classified } from "../../shared/url/types.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { MISSING_DBNAME } from "../pages/query.ts";
import { refusalFrom, unknownWiki } from "../pages/refusals.ts";
import { readParameters } from "../parameters.ts";
import { limited, readForm } from "../people/form.ts";
import { accountOf, actorOf, isOwnToken, ownToken, type Session, sessionOf } from "../people/session.ts";
import { AWAY, NO_ORIGIN, type Shown, shownRefusal } from "../refusal.ts";
import { bad, type Parameters, type Parsed, QUERY_LIMITS } from "../request.ts";
import { sendOwnPage, sendRefusal } from "../respond.ts";
import { actAtOrigin } from "../sources/origin.ts";
import { Store } from "../sources/store.ts";

/** Fields of the forms as they were filled in, cut to what a form shows. */
export function peopleFormOf(parameter: Parameters, token: string): PeopleForm {
  const text = (name: string, units: number) => (parameter(name) ?? "").slice(0, units).trim();
  return {
    url: text("url", QUERY_LIMITS.urlUnits),
    dbname: text("dbname", 100),
    pageid: text("pageid", 20),
    replacement: text("replacement", QUERY_LIMITS.urlUnits),
    scope: text("scope", QUERY_LIMITS.urlUnits) || (parameter("domain") === "1" ? ALL_OF_HOST : ""),
    pattern: text("pattern", QUERY_LIMITS.urlUnits),
    token,
  };
}

/** Of the field `scope`: all of the link's host, as the older field `domain=1` says it; what the field `pattern` has. */
const ALL_OF_HOST = "host";
const PATTERN = "pattern";

type Resource = Extract<Classified, { kind: "resource" }>;

/** What somebody wants; the wiki as it was written. */
interface Act {
  readonly act: PeopleAct;
  readonly wiki: string;
  readonly url: Resource;
  readonly domain: boolean;
  /** In place of that (H1); null: none. */
  readonly scope: string | null;
  readonly replacement: Resource | null;
}

/** What the buttons of each form do. */
const ACTS = {
  "/report": { make: "report", withdraw: "withdraw", block: "block" },
  "/replacement": { make: "propose", withdraw: "remove", block: "block" },
} as const;
export type PeoplePath = keyof typeof ACTS;

const PRIVATE_REPLACEMENT = bad(
  "private-replacement",
  "replacement must be an address that readers can open: none of a private network, none that is reserved for examples",
);

const isPrivate = (found: Classified | null): boolean =>
  (found?.kind === "invalid" && found.reason === "private-address") ||
  (found?.kind === "ignored" && found.reason === "reserved-name");

function parseAct(path: PeoplePath, parameter: Parameters, allowPrivate: boolean): Parsed<Act> {
  const acts = ACTS[path];
  const read = readParameters((name) => parameter(name)?.trim(), ["dbname", "action"]);
  if (read.kind === "bad") return read;
  const { dbname: wiki, action = "make" } = read.query;
  if (wiki === undefined) return MISSING_DBNAME;
  const classified = (name: string): Classified | null => {
    const text = (parameter(name) ?? "").trim();
    return text.length > QUERY_LIMITS.urlUnits ? null : classify(text, { allowPrivate });
  };
  const resource = (name: string): Resource | null => {
    const found = classified(name);
    return found?.kind === "resource" ? found : null;
  };
  const url = resource("url");
  if (url === null) return bad("bad-link", "url must be an address such as https://www.example.org/page");
  const act = acts[action];
  const replacement = act === "propose" || act === "remove" ? resource("replacement") : null;
  if (act === "propose" && (replacement === null || replacement.url.length > SUGGESTION_UNITS_MAX))
    return isPrivate(classified("replacement"))
      ? PRIVATE_REPLACEMENT
      : bad(
          "bad-replacement",
          `replacement must be an address such as https://www.example.org/page, of at most ${SUGGESTION_UNITS_MAX} characters`,
        );
  const { scope: chosen, pattern } = peopleFormOf(parameter, "");
  const named = path !== "/report" || chosen === "" ? null : chosen === PATTERN ? pattern : chosen;
  if (named === null || named === ALL_OF_HOST)
    return { kind: "query", query: { act, wiki, url, domain: named !== null, scope: null, replacement } };
  const scope = readReportScope(named, url.parts, { allowPrivate });
  if (scope === null)
    return bad(
      "bad-scope",
      "the pattern must cover the link and stay within its own site: example.org/path/",
    );
  return { kind: "query", query: { act, wiki, url, domain: false, scope: scopeText(scope), replacement } };
}

/** GET and POST /report, /replacement (H1–H5): forms for people, and what they say in them. */
export function peopleRoute(deps: EdgeDeps, path: PeoplePath) {
  return async (c: Context<Edge>): Promise<Response> => {
    const posted = c.req.method === "POST";
    const { reply, parameter, refused } = await readForm(c);
    if (refused !== null) return sendRefusal(refused, reply);
    const { ORIGIN_URL, ORIGIN_TOKEN } = c.env;
    if (!ORIGIN_URL || !ORIGIN_TOKEN) return sendRefusal(NO_ORIGIN, reply);
    const session = sessionOf(c, deps.now());
    const sent = parameter("token") ?? "";
    const opened = posted && isOwnToken(c, session, sent, deps.now());
    const { status, state, headers }: Shown<PeopleState> = opened
      ? await carryOut(c, deps, { path, parameter, session })
      : { status: 200, state: { kind: "ask", stale: posted } };
    // What failed is sent again as the same form: if it was done all the same, it is not done twice.
    const token = opened && state.kind === "error" ? sent : ownToken(c, session, deps.now());
    const form = peopleFormOf(parameter, token);
    const account = accountOf(c, session, token);
    const body = printPeople({ lang: reply.lang, form, state, path, account });
    return sendOwnPage(status, body, headers);
  };
}

interface Sent {
  readonly path: PeoplePath;
  readonly parameter: Parameters;
  readonly session: Session | null;
}

async function carryOut(
  c: Context<Edge>,
  deps: EdgeDeps,
  { path, parameter, session }: Sent,
): Promise<Shown<PeopleState>> {
  const parsed = parseAct(path, parameter, c.env.WEBOID_ALLOW_PRIVATE === "1");
  if (parsed.kind === "bad") return shownRefusal({ status: 400, error: parsed.error });
  const act = parsed.query;
  const profile = await new Store(c.env.SNAPSHOTS, deps).profile(act.wiki);
  if (profile === null) return shownRefusal(await unknownWiki(act.wiki, deps, c.env));
  if (act.act === "propose" && act.replacement !== null && internalTest(profile)(act.replacement.parts))
    return outcomeOf({ outcome: "internal-url" });
  const request = { ...requestOf(profile.wiki, act), ...actorOf(c, session) };
  const asked = await actAtOrigin(deps, c.env, ORIGIN.people, request, parameter("token") ?? "");
  return asked.kind === "answer"
    ? outcomeOf(asked.answer)
    : shownRefusal(await refusalFrom(asked, { wiki: act.wiki, away: AWAY }, deps, c.env));
}

function requestOf(
  wiki: string,
  { act, url, domain, scope, replacement }: Act,
): Omit<PeopleRequest, "ranges"> {
  const named = scope === null ? {} : { scope };
  return { act, wiki, url: url.url, domain, ...named, replacement: replacement?.url ?? null };
}

const outcomeOf = (response: PeopleResponse): Shown<PeopleState> => ({
  status: isDone(response) ? 200 : response.outcome === "not-watched" ? 404 : 409,
  state: { kind: "said", response },
  ...limited(response.outcome, response.seconds),
});
