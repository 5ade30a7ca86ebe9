import * as z from "zod/mini";
import { isLoopbackHost } from "../../shared/url/endpoint.ts";
import { base64url } from "../base64url.ts";
import { readBoundedJson } from "../bounded-body.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { userAgentOf } from "../sources/live-links.ts";
import type { Profile } from "./session.ts";

/**
 * The login of MediaWiki's extension OAuth: OAuth 2.0 with an authorization code (RFC 6749, 4.1) and PKCE (RFC 7636), for a confidential
 * client. https://www.mediawiki.org/wiki/OAuth/For_Developers
 */
const BASE_DEFAULT = "https://meta.wikimedia.org/w/rest.php";
const EDITS_MIN_DEFAULT = 10;
const ANSWER_MS = 5_000;
/** A token is signed, and a profile lists all rights of its user. */
const ANSWER_BYTES_MAX = 64 * 1024;

/** What one attempt to log in is known by; only the browser that began it has it. */
export interface Attempt {
  readonly state: string;
  /** RFC 7636, 4.1. */
  readonly verifier: string;
}

const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
export const newAttempt = (): Attempt => ({ state: random(), verifier: random() });

/** Throws where the secret would cross a network in the open. */
function endpoint(env: EdgeEnv, name: string): URL {
  const address = new URL(`${(env.OAUTH_BASE_URL || BASE_DEFAULT).replace(/\/+$/, "")}/oauth2/${name}`);
  const isOwnMachine = isLoopbackHost(address.hostname);
  if (address.protocol === "https:" || (address.protocol === "http:" && isOwnMachine)) return address;
  throw new Error("OAUTH_BASE_URL must begin with https:// unless it is on this machine");
}

/** Where the browser is sent: to the wiki, which asks its user. */
export async function authorizeAddress(
  env: EdgeEnv,
  { state, verifier }: Attempt,
  redirectUri: string,
): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const address = endpoint(env, "authorize");
  address.search = new URLSearchParams({
    response_type: "code",
    client_id: env.OAUTH_CLIENT_ID ?? "",
    redirect_uri: redirectUri,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  }).toString();
  return address.href;
}

const Token = z.object({
  access_token: z.string().check(z.regex(/^[\w.~+/=-]{1,16000}$/)),
  token_type: z.string().check(z.regex(/^bearer$/i)),
});

/** RFC 6749, 5.2; older versions of league/oauth2-server say `invalid_request` of a code that is none or was used. */
const CodeRefusal = z.object({ error: z.enum(["invalid_grant", "invalid_request"]) });

/** Of a hidden user the wiki says `sub` and `blocked` alone. */
const WikiProfile = z.object({
  sub: z.union([z.string(), z.int()]),
  username: z.optional(z.string()),
  blocked: z.boolean(),
  confirmed_email: z.optional(z.boolean()),
  editcount: z.optional(z.nullable(z.int())),
});

export type LoggedIn =
  | { readonly kind: "profile"; readonly profile: Profile }
  /** The account counts as none: blocked, without a confirmed address, or with too few edits (H5). */
  | { readonly kind: "refused" }
  /** The code is wrong, of another attempt, used or too old. */
  | { readonly kind: "bad-code" }
  /** The wiki did not answer, or not as documented; or it refuses our secret. */
  | { readonly kind: "failed" };

class BadCode extends Error {}

/** Exchanges the code for the account that it stands for. The token of the wiki is used once, and kept nowhere. */
export async function fetchProfile(
  deps: EdgeDeps,
  env: EdgeEnv,
  {
    code,
    verifier,
    redirectUri,
  }: Pick<Attempt, "verifier"> & { readonly code: string; readonly redirectUri: string },
): Promise<LoggedIn> {
  try {
    const token = await asked(deps, env, Token, "access_token", {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        client_id: env.OAUTH_CLIENT_ID ?? "",
        client_secret: env.OAUTH_CLIENT_SECRET ?? "",
        code_verifier: verifier,
      }),
    });
    const authorization = `Bearer ${token.access_token}`;
    const headers = { authorization };
    return judged(env, await asked(deps, env, WikiProfile, "resource/profile", { headers }));
  } catch (error) {
    if (error instanceof BadCode) return { kind: "bad-code" };
    console.error(`the login failed: ${error instanceof Error ? error.message : "unknown"}`);
    return { kind: "failed" };
  }
}

function judged(
  { OAUTH_EDITS_MIN }: EdgeEnv,
  { sub, username, blocked, confirmed_email, editcount }: z.output<typeof WikiProfile>,
): LoggedIn {
  const editsMin = OAUTH_EDITS_MIN ? Number(OAUTH_EDITS_MIN) : EDITS_MIN_DEFAULT;
  const isTrusted = !blocked && confirmed_email === true && (editcount ?? 0) >= editsMin;
  return isTrusted && username
    ? { kind: "profile", profile: { sub: String(sub), name: username } }
    : { kind: "refused" };
}

/** A JSON answer of the wiki in its shape. Throws without a word of what was sent or answered: both are secret. */
async function asked<Schema extends z.ZodMiniType>(
  deps: EdgeDeps,
  env: EdgeEnv,
  schema: Schema,
  name: string,
  { headers, ...init }: { method?: string; body?: URLSearchParams; headers?: Record<string, string> },
): Promise<z.output<Schema>> {
  const request = new Request(endpoint(env, name), {
    ...init,
    headers: { accept: "application/json", "user-agent": userAgentOf(env), ...headers },
    redirect: "manual",
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const response = await deps.fetch(request);
  const body = await readBoundedJson(response.body, ANSWER_BYTES_MAX);
  if (name === "access_token" && response.status === 400 && z.safeParse(CodeRefusal, body).success)
    throw new BadCode();
  if (response.status !== 200) throw new Error(`${name}: HTTP ${response.status}`);
  const parsed = z.safeParse(schema, body);
  if (!parsed.success) throw new Error(`${name}: another answer than the documented one, or a longer one`);
  return parsed.data;
}
