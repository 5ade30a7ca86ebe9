// Without the types of workerd: it also listens as a server of its own (.ci/e2e/testing).
type Responder = (request: Request) => Response | Promise<Response>;

const REST = "/w/rest.php";
const OAUTH_URL = `https://meta.zz${REST}`;
const CLIENT = "0123456789abcdef0123456789abcdef";
const SECRET = "secret-of-the-consumer";
/** `WEBOID_ADMINS` as somebody writes it. */
export const OAUTH_ENV = {
  OAUTH_CLIENT_ID: CLIENT,
  OAUTH_CLIENT_SECRET: SECRET,
  OAUTH_BASE_URL: `${OAUTH_URL}/`,
  WEBOID_ADMINS: "other, ada_Lovelace",
};

export const PROFILE = {
  sub: 4711,
  username: "Bea",
  editcount: 500,
  confirmed_email: true,
  blocked: false,
  registered: "20120101000000",
  groups: ["*", "user", "autoconfirmed"],
  rights: ["read", "edit"],
  grants: ["basic"],
};

/** Errors as the library behind that extension words them (league/oauth2-server). */
const refused = (status: number, error: string, message: string, hint?: string): Response =>
  Response.json({ error, message, ...(hint !== undefined && { hint }) }, { status });

const formOf = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));

/** RFC 7636, 4.6. */
async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Where the dialog stands that asks the wiki's user. */
function dialog(users: readonly string[]): Response {
  const buttons = users.map((name) => `<button name="user" value="${name}">Allow as ${name}</button>`);
  const page = `<!doctype html><html lang="en"><title>A fake wiki</title>
<h1>A fake wiki, for tests</h1><p>Nobody has an account here. Who are you?</p>
<form method="post">${buttons.join(" ")} <button name="cancel" value="1">Cancel</button></form></html>`;
  return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
}

/**
 * A fake of a wiki's OAuth 2.0 server as MediaWiki's extension OAuth speaks it (src/Rest/Handler, src/Exception and UserStatementProvider of that repository):
 * `authorize` asks the user and sends the browser back with a code; who cancels comes back without the state; `access_token` takes a form,
 * once for each code, and checks client and PKCE; the profile is for the bearer of the token.
 */
export function createOauthServer(...profiles: readonly object[]) {
  const users = new Map(
    (profiles.length === 0 ? [PROFILE] : profiles).map((profile) => [
      "username" in profile ? String(profile.username) : "",
      profile,
    ]),
  );
  const codes = new Map<string, { challenge: string; redirect: string; profile: object }>();
  const tokens = new Map<string, object>();
  const requests: string[] = [];
  let replacing: Responder | null = null;

  /** Where the browser goes from the dialog; `user` null: it was cancelled. */
  const decided = (address: string, user: string | null): string => {
    const { searchParams: asked } = new URL(address);
    if (asked.get("response_type") !== "code" || asked.get("client_id") !== CLIENT)
      throw new Error("invalid_client");
    if (asked.get("code_challenge_method") !== "S256") throw new Error("no PKCE");
    const redirect = asked.get("redirect_uri") ?? "";
    const back = new URL(redirect);
    if (user === null) {
      back.searchParams.set("error", "unauthorized_client");
      back.searchParams.set("message", "The user denied the request.");
      return back.href;
    }
    const code = crypto.randomUUID();
    const profile = users.get(user);
    if (profile === undefined) throw new Error(`no user ${user}`);
    codes.set(code, { challenge: asked.get("code_challenge") ?? "", redirect, profile });
    back.searchParams.set("code", code);
    back.searchParams.set("state", asked.get("state") ?? "");
    return back.href;
  };

  const ask = async (request: Request): Promise<Response> => {
    if (request.method === "GET") return dialog([...users.keys()]);
    const form = await formOf(request);
    return new Response(null, { status: 302, headers: { location: decided(request.url, form.get("user")) } });
  };

  const tokenFor = async (request: Request): Promise<Response> => {
    if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
      return new Response(null, { status: 415 });
    const form = await formOf(request);
    if (form.get("grant_type") !== "authorization_code")
      return refused(400, "invalid_request", "The request is malformed.", "Check the `grant_type` parameter");
    if (form.get("client_id") !== CLIENT || form.get("client_secret") !== SECRET)
      return refused(401, "invalid_client", "Client authentication failed");
    const known = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    if (known === undefined || known.redirect !== form.get("redirect_uri"))
      return refused(400, "invalid_grant", "The code is invalid.", "Authorization code has been revoked");
    if (known.challenge !== (await challengeOf(form.get("code_verifier") ?? "")))
      return refused(400, "invalid_grant", "The code is invalid.", "Failed to verify `code_verifier`.");
    const token = `e30.e30.${crypto.randomUUID()}`;
    tokens.set(token, known.profile);
    return Response.json({
      token_type: "Bearer",
      expires_in: 14_400,
      access_token: token,
      refresh_token: "r",
    });
  };

  const profileFor = (request: Request): Response => {
    const profile = tokens.get(request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "");
    return profile === undefined
      ? refused(401, "access_denied", "The server denied the request.", 'Missing "Authorization" header')
      : Response.json(profile);
  };

  const respond: Responder = async (request) => {
    const { pathname } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    if (pathname === `${REST}/oauth2/authorize`) return ask(request);
    if (replacing !== null) return replacing(request);
    if (pathname === `${REST}/oauth2/access_token` && request.method === "POST") return tokenFor(request);
    if (pathname === `${REST}/oauth2/resource/profile`) return profileFor(request);
    return new Response(null, { status: 404 });
  };
  return {
    /** What the click of its first user on "Allow" leads to; `denied`: on "Cancel". */
    authorize(address: string, { denied = false } = {}): string {
      if (!address.startsWith(`${OAUTH_URL}/oauth2/authorize?`)) throw new Error(`sent to ${address}`);
      return decided(address, denied ? null : ([...users.keys()][0] ?? ""));
    },
    respond,
    /** Methods and paths, in order. */
    requests,
    /** Answers edges like this from now on; null: rightly again. */
    replace(responder: Responder | null) {
      replacing = responder;
    },
  };
}
