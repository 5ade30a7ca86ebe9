import { z } from "zod";
import type { HttpAnswer, HttpClient, HttpRequest } from "../../net/egress/http-client.ts";
import type { Account, Accounts } from "./credentials.ts";
import { CookieJar, type Login, logIn, type Session } from "./login.ts";
import { IDS_DEFAULT, type WikiClient } from "./wiki.ts";

/** How long a refused login is not repeated: wikis block clients that guess passwords. */
const REFUSED_MS = 60_000;

/**
 * A client that is logged in where there is an account: its requests to that one api.php are signed and assert the user,
 * so that none is answered as a stranger's; when the login is lost it logs in again and repeats the request. Secrets and
 * cookies go nowhere else, and are cut out of what a wiki says about errors.
 */
export function loggedIn(http: HttpClient, accounts: Accounts): WikiClient {
  const sessions = new Map([...accounts].map(([api, account]) => [api, createSession(http, api, account)]));
  const sessionOf = (url: string) => sessions.get(apiOf(url));
  return {
    close: () => http.close(),
    send: (request) => (sessionOf(request.url) ?? http).send(request),
    idsMax: async (api, signal, configured = []) =>
      (await sessionOf(api)?.idsMax({ signal, configured })) ?? IDS_DEFAULT,
  };
}

function apiOf(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** Sends requests as the account's, and keeps its secret out of the answers. */
function signerOf(http: HttpClient, account: Account, jar: CookieJar) {
  const secret = account.kind === "token" ? account.token : account.password;
  return async (request: HttpRequest): Promise<HttpAnswer> => {
    const cookie = jar.header();
    const answer = await http.send({
      ...request,
      headers: {
        ...request.headers,
        ...(account.kind === "token" && { authorization: `Bearer ${account.token}` }),
        ...(cookie !== "" && { cookie }),
      },
    });
    if (answer.kind !== "failure" && account.kind === "password")
      jar.keep(answer.headers["set-cookie"] ?? "");
    return withoutSecret(answer, secret);
  };
}

/** Of the request for which a login is needed. */
type Terms = Pick<HttpRequest, "signal" | "configured">;

function createSession(http: HttpClient, api: string, account: Account) {
  const jar = new CookieJar();
  const sign = signerOf(http, account, jar);
  let session: Session | null = null;
  let entering: Promise<Login> | null = null;
  let refused: { readonly login: Login; readonly atMs: number } | null = null;

  async function open({ signal = NEVER, configured = [] }: Terms): Promise<Login> {
    if (session !== null) return { ok: true, session };
    if (refused !== null && performance.now() - refused.atMs < REFUSED_MS) return refused.login;
    const send = (request: HttpRequest) => sign({ ...request, configured });
    entering ??= logIn(api, account, send, signal).finally(() => {
      entering = null;
    });
    const login = await entering;
    if (login.ok) session = login.session;
    else if (REFUSED.test(errorCode(login.answer) ?? "")) refused = { login, atMs: performance.now() };
    return login;
  }

  function drop(): void {
    session = null;
    jar.clear();
  }

  return {
    async send(request: HttpRequest): Promise<HttpAnswer> {
      for (let attempt = 1; ; attempt += 1) {
        const login = await open(request);
        if (!login.ok) return login.answer;
        const answer = await sign(asserted(request, login.session.assert));
        const code = errorCode(answer);
        // The account has lost rights.
        if (code === "toomanyvalues") session = { ...login.session, idsMax: IDS_DEFAULT };
        if (code === null || !LOST.test(code)) return answer;
        drop();
        if (attempt === 2) return answer;
      }
    },
    async idsMax(terms: Terms): Promise<number> {
      const login = await open(terms);
      // The request that follows has the error.
      return login.ok ? login.session.idsMax : IDS_DEFAULT;
    },
  };
}

const NEVER = new AbortController().signal;
const REFUSED = /^(?:login-failed|assert|mwoauth-|badtoken)/;
const LOST = /^(?:assert(?:user|bot|nameduser)failed|badtoken)$/;

function asserted(request: HttpRequest, assert: Session["assert"]): HttpRequest {
  if (typeof request.body === "string") return { ...request, body: `${request.body}&assert=${assert}` };
  const url = new URL(request.url);
  url.searchParams.set("assert", assert);
  return { ...request, url: url.href };
}

/** The code of an API's error; null: it is none. */
const errorCode = (answer: HttpAnswer): string | null =>
  (answer.kind === "json" && failed.safeParse(answer.value).data?.error.code) || null;
const failed = z.object({ error: z.object({ code: z.string() }) });

/** The answer without the secret: a wiki's messages go into logs and the database, and may repeat what was sent. */
function withoutSecret(answer: HttpAnswer, secret: string): HttpAnswer {
  const isMessage = (key: string) => ["error", "errors", "warnings", "login"].includes(key);
  if (answer.kind === "json" && !Object.keys(answer.value ?? {}).some(isMessage)) return answer;
  const clean = (text: string) =>
    [secret, encodeURIComponent(secret)].reduce((left, part) => left.replaceAll(part, "…"), text);
  return JSON.parse(JSON.stringify(answer), (_, part: unknown) =>
    typeof part === "string" ? clean(part) : part,
  );
}
