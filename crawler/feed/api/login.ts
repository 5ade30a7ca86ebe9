import { z } from "zod";
import type { HttpAnswer, HttpRequest } from "../../net/egress/http-client.ts";
import { tooManyRequests } from "./answer.ts";
import type { Account } from "./credentials.ts";
import { IDS_DEFAULT } from "./wiki.ts";

/** With the right `apihighlimits`. */
const IDS_HIGH = 500;

/** A login: how requests assert it, and what they may ask. Kept in memory only. */
export interface Session {
  readonly assert: "bot" | "user";
  readonly idsMax: number;
}

export type Login =
  | { readonly ok: true; readonly session: Session }
  /** In place of the wiki's answer to the question. */
  | { readonly ok: false; readonly answer: HttpAnswer };

export type Send = (request: HttpRequest) => Promise<HttpAnswer>;

const tokens = z.object({ query: z.object({ tokens: z.object({ logintoken: z.string() }) }) });
const loginResult = z.object({
  login: z.object({ result: z.string(), reason: z.unknown().optional(), wait: z.number().optional() }),
});
const userinfo = z.object({ query: z.object({ userinfo: z.object({ rights: z.array(z.string()) }) }) });

/** The value of an answer, if it has this shape. */
const read = <T>(shape: z.ZodType<T>, answer: HttpAnswer): T | undefined =>
  answer.kind === "json" ? shape.safeParse(answer.value).data : undefined;

/** Logs in, where the account needs that, and asks for its rights. `send` keeps cookies and signs. */
export async function logIn(api: string, account: Account, send: Send, signal: AbortSignal): Promise<Login> {
  if (account.kind === "password") {
    const trouble = await logInByPassword(api, account, send, signal);
    if (trouble !== null) return { ok: false, answer: trouble };
  }
  const answer = await send({
    url: `${api}?action=query&meta=userinfo&uiprop=rights&assert=user&format=json&formatversion=2`,
    signal,
  });
  const rights = read(userinfo, answer)?.query.userinfo.rights;
  if (rights === undefined) return { ok: false, answer };
  return {
    ok: true,
    session: {
      assert: rights.includes("bot") ? "bot" : "user",
      idsMax: rights.includes("apihighlimits") ? IDS_HIGH : IDS_DEFAULT,
    },
  };
}

/** `action=login` with a login token; null: it succeeded. */
async function logInByPassword(
  api: string,
  { user, password }: Extract<Account, { kind: "password" }>,
  send: Send,
  signal: AbortSignal,
): Promise<HttpAnswer | null> {
  for (let attempt = 1; ; attempt += 1) {
    const first = await send({
      url: `${api}?action=query&meta=tokens&type=login&format=json&formatversion=2`,
      signal,
    });
    const token = read(tokens, first)?.query.tokens.logintoken;
    if (token === undefined) return first;
    const form = { action: "login", lgname: user, lgpassword: password, format: "json", formatversion: "2" };
    const second = await send({
      url: api,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: String(new URLSearchParams({ ...form, lgtoken: token })),
      signal,
    });
    const login = read(loginResult, second)?.login;
    if (login === undefined) return second;
    const { result, reason, wait } = login;
    if (result === "Success") return null;
    if (result === "Throttled") return tooManyRequests(wait ?? 300);
    // The session was lost between the two requests.
    if (attempt === 1 && /^(WrongToken|NeedToken)$/.test(result)) continue;
    return refusal(`${result}${typeof reason === "string" ? `: ${reason}` : ""}`);
  }
}

const refusal = (info: string): HttpAnswer => ({
  kind: "json",
  http: 200,
  headers: {},
  value: { error: { code: "login-failed", info } },
});

const COOKIES_MAX = 50;
const COOKIE_CHARS_MAX = 4_096;

/** Cookies of one api.php, sent nowhere else; bounded, as a wiki may set what it likes. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** `setCookie`: that header as HttpAnswer has it, a line for each. */
  keep(setCookie: string): void {
    for (const line of setCookie.split("\n")) {
      const [, name, value = ""] = /^\s*([!#$%&'*+.^_`|~\w-]+)=([\x21-\x3a\x3c-\x7e]*)/.exec(line) ?? [];
      if (name === undefined || value.length > COOKIE_CHARS_MAX) continue;
      const isOver = value === "deleted" || /;\s*max-age=(?:0|-\d+)\s*(?:;|$)/i.test(line);
      if (isOver || value === "") this.#cookies.delete(name);
      else if (this.#cookies.has(name) || this.#cookies.size < COOKIES_MAX) this.#cookies.set(name, value);
    }
  }

  /** "": none. */
  header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  clear(): void {
    this.#cookies.clear();
  }
}
