import type { Context } from "hono";
import { dayOfInstant } from "../../shared/calendar/day.ts";
import type { QueuedDocument } from "../../shared/format/documents.ts";
import { PRINTERS } from "../../shared/format/printers.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge, EdgeDeps, EdgeEnv } from "../env.ts";
import type { Admissions } from "../limits/admission.ts";
import { inSeconds } from "../limits/throttle.ts";
import type { Admission } from "../limits/tokens.ts";
import { answerPages } from "../pages/answer.ts";
import { type ListQuery, parseListQuery } from "../pages/list-query.ts";
import { unknownWiki } from "../pages/refusals.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { parametersOf, QUERY_LIMITS, type Reply, replyAmong } from "../request.ts";
import { FOR_ALL, send, sendError, sendRefusal } from "../respond.ts";
import { type Place, writeCursor } from "../sources/list-place.ts";
import type { Listed } from "../sources/list-questions.ts";
import { userAgentOf } from "../sources/live-links.ts";
import { askOrigin, isUnknownFriend, originBusy, watchedPages } from "../sources/origin.ts";
import { listPages } from "../sources/page-list.ts";
import { Store } from "../sources/store.ts";

const NO_TOKEN: Refusal = {
  ...refusal(
    401,
    "unknown-friend",
    "this address is for trusted tools: send Authorization: Bearer TOKEN, with a token of the operator (weboid friend add)",
  ),
  headers: { "www-authenticate": "Bearer" },
};
const AWAY = refusal(
  503,
  "origin-unavailable",
  "the lists of pages cannot be had at the moment; go on with the same cursor in a minute",
);

/** Only a wiki that is none goes on in so many words. */
const NO_CURSOR = refusal(
  503,
  "wiki-unavailable",
  "the wiki goes on with its list in more words than a cursor has room for; its operator may know why",
);

function admit(admission: Admission | undefined): { readonly friend: string } | Refusal {
  if (admission?.token === "known") return { friend: admission.friend };
  if (admission?.token === "away") return AWAY;
  if (admission?.token !== "not-asked") return NO_TOKEN;
  const { retrySeconds: seconds } = admission;
  return refusal(
    429,
    "too-many-requests",
    `too many tokens were tried from your network; go on ${inSeconds(seconds)}`,
    seconds,
  );
}

/**
 * GET /api/v1/pages (F8): answers about all pages of a namespace or category tree, or pings of them, 50 at a time, for
 * trusted tools with a token. Those are not throttled; callers without a token are.
 */
export function pagesRoute(deps: EdgeDeps, admissions: Admissions) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply, error } = replyAmong(c, formatsOf("/api/v1/pages"));
    const refuse = (refused: Refusal) => sendRefusal(refused, reply);
    if (error) return sendError(400, error, reply);
    const admitted = admit(c.get("admission"));
    if ("error" in admitted) return refuse(admitted);
    const parsed = parseListQuery(parametersOf(c));
    if (parsed.kind === "bad") return sendError(400, parsed.error, reply);
    const profile = await new Store(c.env.SNAPSHOTS, deps).profile(parsed.query.wiki);
    if (profile === null) return refuse(await unknownWiki(parsed.query.wiki, deps, c.env));
    const query = { ...parsed.query, wiki: profile.wiki };
    const asked = { deps, env: c.env, friend: admitted.friend, query };
    const takenBack = () => {
      admissions.forget(admitted.friend);
      return refuse(NO_TOKEN);
    };
    const listed = await listFor(asked, profile);
    if (listed === "unknown-friend") return takenBack();
    if (listed.kind === "refused") return refuse(listed);
    const cursor = listed.next === null ? null : writeCursor(listed.next);
    if (listed.next !== null && cursor === null) return refuse(NO_CURSOR);
    if (parsed.query.ping) {
      const pinged = await pingAll(asked, listed.pageids, cursor, refuse);
      return pinged === "unknown-friend" ? takenBack() : pinged;
    }
    return answerAll(c, asked, reply, { pageids: listed.pageids, cursor });
  };
}

interface AskedList {
  readonly deps: EdgeDeps;
  readonly env: EdgeEnv;
  readonly friend: string;
  readonly query: ListQuery;
}

/**
 * Where all pages of a namespace are watched, the database has them; of everything else the wiki is asked. `unknown-friend`:
 * the token was taken back since it was known.
 */
async function listFor(
  { deps, env, friend, query }: AskedList,
  profile: WikiProfile,
): Promise<Listed | "unknown-friend"> {
  const { wiki, list, place } = query;
  if (list.by === "namespace" && place?.kind !== "namespace") {
    const after = place?.kind === "watched" ? place.after : 0;
    const known = await watchedPages(deps, env, { wiki, friend, list: { namespace: list.namespace, after } });
    if (known === "unknown-friend") return known;
    if (known === "away") return { kind: "refused", ...AWAY };
    if (known !== null && "kind" in known) return { kind: "refused", ...originBusy(known) };
    const last = known?.at(-1);
    const next: Place | null =
      last === undefined || (known ?? []).length < QUERY_LIMITS.pages
        ? null
        : { kind: "watched", after: last, namespace: list.namespace };
    if (known !== null) return { kind: "listed", pageids: known, next };
    // It is watched no more as a whole: page ids say nothing of where the wiki's own list stands.
    if (place !== null)
      return {
        kind: "refused",
        status: 400,
        error: {
          code: "bad-cursor",
          message:
            "the wiki's configuration was changed meanwhile, or it is read again from the beginning; begin again without cursor",
        },
      };
  }
  return listPages({ deps, profile, userAgent: userAgentOf(env) }, list, place);
}

/** 202 with the cursor, as there is nothing else by which a caller could go on. */
async function pingAll(
  { deps, env, friend, query: { wiki } }: AskedList,
  pageids: readonly number[],
  cursor: string | null,
  refuse: (refused: Refusal) => Response,
): Promise<Response | "unknown-friend"> {
  const taken =
    pageids.length === 0 ? null : await askOrigin(deps, env, ORIGIN.touch, { wiki, pageids, friend });
  if (taken?.kind === "later")
    return refuse(
      refusal(
        429,
        "queue-full",
        "too many pages wait for the feeder; go on with the same cursor in a minute",
        60,
      ),
    );
  if (taken?.kind === "busy") return refuse(originBusy(taken));
  if (taken !== null && isUnknownFriend(taken)) return "unknown-friend";
  if (taken !== null && taken.kind !== "answer") return refuse(AWAY);
  return Response.json({ version: 1, queued: pageids.length, cursor } satisfies QueuedDocument, {
    status: 202,
    headers: { ...FOR_ALL, "cache-control": "no-store" },
  });
}

async function answerAll(
  c: Context<Edge>,
  { deps, query }: AskedList,
  reply: Reply,
  { pageids, cursor }: { readonly pageids: readonly number[]; readonly cursor: string | null },
): Promise<Response> {
  const { wiki, show, status } = query;
  const empty = { version: 1, generated: dayOfInstant(deps.now()), pages: [] } as const;
  const pages = { by: "pageid", pageids } as const;
  const answered =
    pageids.length === 0
      ? { kind: "answer" as const, answer: empty }
      : await answerPages({ wiki, pages, show, status, sort: null, ping: false }, deps, c.env);
  // Pages that are gone since they were listed.
  const gone = answered.kind === "refused" && answered.status === 404;
  if (answered.kind === "refused" && !gone) return sendRefusal(answered, reply);
  const answer = answered.kind === "refused" ? empty : answered.answer;
  const printer = PRINTERS[reply.format];
  return send(c, {
    body: printer.print({ ...answer, cursor }, reply),
    contentType: printer.contentType,
    // A tool's answer is made for it alone.
    freshness: null,
    headers: { vary: "Authorization" },
  });
}
