import { createOauthServer, OAUTH_ENV, PROFILE } from "../../../edge/testing/oauth.ts";

/** Her number is too long to stand in a hash by chance. */
const BEA = { ...PROFILE, sub: 471_147_114_711 };
/** An administrator of Weboid (`WEBOID_ADMINS`). */
const ADA = { ...PROFILE, sub: 1, username: "Ada Lovelace" };
/** Of whom nothing was heard: an account acts once a minute. */
const CLEO = { ...PROFILE, sub: 2, username: "Cleo" };

export interface OauthWiki extends Pick<ReturnType<typeof createOauthServer>, "requests" | "replace"> {
  /** The edge's variables that lead there. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** A fake of a wiki's OAuth 2.0 server that listens on this machine, with a dialog for browsers. */
export function openOauthWiki(): OauthWiki {
  const server = createOauthServer(BEA, ADA, CLEO);
  const listening = Bun.serve({ port: 0, hostname: "127.0.0.1", idleTimeout: 0, fetch: server.respond });
  return {
    requests: server.requests,
    replace: server.replace,
    env: { ...OAUTH_ENV, OAUTH_BASE_URL: new URL("/w/rest.php", listening.url).href },
    close: () => listening.stop(true),
  };
}
