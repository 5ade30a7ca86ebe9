import type { Context } from "hono";
import * as z from "zod/mini";
import type { AnswerError } from "../../shared/answer/types.ts";
import { LOGIN_RETURN_CHARS_MAX } from "../../shared/format/html.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { formOf, isFromForm } from "../people/form.ts";
import { authorizeAddress, fetchProfile, newAttempt } from "../people/oauth.ts";
import { noCookie, readCookie, sealedCookie } from "../people/sealed.ts";
import { hasLogin, isOwnToken, type Profile, sessionCookie, sessionOf } from "../people/session.ts";
import { parametersOf, replyOf } from "../request.ts";
import { baseOf, sendError } from "../respond.ts";

/** Long enough to log in at the wiki, also with a second factor. */
const ATTEMPT_SECONDS = 900;
const CODE_CHARS_MAX = 4_000;

const Begun = z.object({ state: z.string(), verifier: z.string(), back: z.string() });

const NO_LOGIN: AnswerError = { code: "not-found", message: "nobody can log in at this edge" };
const FAILED: AnswerError = { code: "login-failed", message: "the login did not succeed; try again" };
const REFUSED: AnswerError = {
  code: "login-refused",
  message: "this account is blocked, has no confirmed e-mail address, or too few edits",
};

/** A page of ours with forms, as an address without a host: the login leads nowhere else. None of its characters takes two in JSON. */
const pageOfOurs = (text: string | undefined): string =>
  text !== undefined &&
  text.length <= LOGIN_RETURN_CHARS_MAX &&
  /^\/(?:report|replacement|log)(?:\?[!#-[\]-~]*)?$/.test(text)
    ? text
    : "/log";

function lead(status: 302 | 303, location: string, cookies: readonly string[]): Response {
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status, headers });
}

const redirectUri = (c: Context<Edge>): string => `${baseOf(c)}/login/callback`;

/** GET /login: sends the browser to the wiki, and keeps there by which attempt it comes back. */
export function loginRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    if (!hasLogin(c)) return sendError(404, NO_LOGIN, replyOf(c, ["html"]).reply);
    const attempt = newAttempt();
    const back = pageOfOurs(parametersOf(c)("return"));
    const kept = { nowMs: deps.now(), seconds: ATTEMPT_SECONDS };
    const cookie = sealedCookie(c, "login", { ...attempt, back }, kept);
    return lead(302, await authorizeAddress(c.env, attempt, redirectUri(c)), [cookie]);
  };
}

/**
 * GET /login/callback: where the wiki sends the browser back. Only to the one that began it, by its cookie, so that nobody is logged in
 * under another's account by a link (RFC 6749, 10.12); and once, as the cookie goes.
 */
export function callbackRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const { reply } = replyOf(c, ["html"]);
    if (!hasLogin(c)) return sendError(404, NO_LOGIN, reply);
    const failed = (status: number, error: AnswerError) =>
      sendError(status, error, reply, { "set-cookie": noCookie(c, "login") });
    const parameter = parametersOf(c);
    const { data: begun } = z.safeParse(Begun, readCookie(c, "login", deps.now()));
    if (begun === undefined) return failed(400, FAILED);
    // MediaWiki leaves out the state of an attempt that its user cancelled.
    if (parameter("error") !== undefined) return failed(403, FAILED);
    if (parameter("state") !== begun.state) return failed(400, FAILED);
    const code = parameter("code");
    if (code === undefined || code.length > CODE_CHARS_MAX) return failed(400, FAILED);
    const { verifier } = begun;
    const loggedIn = await fetchProfile(deps, c.env, { code, verifier, redirectUri: redirectUri(c) });
    if (loggedIn.kind === "refused") return failed(403, REFUSED);
    if (loggedIn.kind === "bad-code") return failed(403, FAILED);
    if (loggedIn.kind === "failed") return failed(503, FAILED);
    return enter(c, loggedIn.profile, begun.back, deps.now());
  };
}

const enter = (c: Context<Edge>, profile: Profile, back: string, nowMs: number): Response =>
  lead(303, pageOfOurs(back), [sessionCookie(c, profile, nowMs), noCookie(c, "login")]);

/** POST /logout: by our own form. */
export function logoutRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const parameter = isFromForm(c) ? await formOf(c) : null;
    const session = sessionOf(c, deps.now());
    const isOurs = parameter !== null && isOwnToken(c, session, parameter("token") ?? "", deps.now());
    const back = pageOfOurs(parameter?.("return"));
    return lead(303, back, isOurs ? [noCookie(c, "session")] : []);
  };
}
