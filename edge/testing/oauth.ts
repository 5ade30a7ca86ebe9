import type { EdgeEnv } from "../env.ts";
import type { Responder } from "./world.ts";

const OAUTH_URL = "https://meta.zz/w/rest.php";
const CLIENT = "0123456789abcdef0123456789abcdef";
const SECRET = "secret-of-the-consumer";
/** `WEBOID_ADMINS` as somebody writes it. */
export const OAUTH_ENV: Partial<EdgeEnv> = {
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

/**
 * A wiki's OAuth 2.0 server as MediaWiki's extension OAuth speaks it (src/Rest/Handler and UserStatementProvider of that repository):
 * `authorize` sends the browser back with a code; `access_token` takes a form, once for each code, and checks client and PKCE; the profile is
 * for the bearer of the token.
 */
export function createOauthServer(profile: object = PROFILE) {
  const codes = new Map<string, { readonly challenge: string; readonly redirect: string }>();
  const requests: string[] = [];
  let replacing: Responder | null = null;

  /** What a user's click on "Allow" leads to; `denied`: on "Cancel". */
  const authorize = (address: string, { denied = false } = {}): string => {
    const { searchParams: asked, origin, pathname } = new URL(address);
    if (`${origin}${pathname}` !== `${OAUTH_URL}/oauth2/authorize`) throw new Error(`sent to ${address}`);
    if (asked.get("response_type") !== "code" || asked.get("client_id") !== CLIENT)
      throw new Error("invalid_client");
    if (asked.get("code_challenge_method") !== "S256") throw new Error("no PKCE");
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("state", asked.get("state") ?? "");
    if (denied) {
      back.searchParams.set("error", "access_denied");
      return back.href;
    }
    const code = crypto.randomUUID();
    codes.set(code, {
      challenge: asked.get("code_challenge") ?? "",
      redirect: asked.get("redirect_uri") ?? "",
    });
    back.searchParams.set("code", code);
    return back.href;
  };

  const tokenFor = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
    const known = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const verifier = new TextEncoder().encode(form.get("code_verifier") ?? "");
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", verifier));
    const challenge = btoa(String.fromCharCode(...digest))
      .replace(/\+/g, "-")
      .replace(/\//g, "_");
    const isRight =
      request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") &&
      form.get("grant_type") === "authorization_code" &&
      form.get("client_id") === CLIENT &&
      form.get("client_secret") === SECRET &&
      known?.redirect === form.get("redirect_uri") &&
      known?.challenge === challenge.replace(/=/g, "");
    return isRight
      ? Response.json({
          token_type: "Bearer",
          expires_in: 14_400,
          access_token: "e30.e30.x-y",
          refresh_token: "r",
        })
      : Response.json({ error: "invalid_grant" }, { status: 400 });
  };

  const respond: Responder = async (request) => {
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    if (replacing !== null) return replacing(request);
    if (request.url === `${OAUTH_URL}/oauth2/access_token` && request.method === "POST")
      return tokenFor(request);
    if (request.url !== `${OAUTH_URL}/oauth2/resource/profile`) return new Response(null, { status: 404 });
    return request.headers.get("authorization") === "Bearer e30.e30.x-y"
      ? Response.json(profile)
      : Response.json({ error: "access_denied" }, { status: 401 });
  };
  return {
    authorize,
    respond,
    requests,
    /** Answers like this from now on. */
    replace(responder: Responder) {
      replacing = responder;
    },
  };
}
