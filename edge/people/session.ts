import type { Context } from "hono";
import * as z from "zod/mini";
import type { Account } from "../../shared/format/html.ts";
import type { PeopleRequest } from "../../shared/protocol/people.ts";
import type { Edge, EdgeEnv } from "../env.ts";
import { actingRanges, networkOf } from "../limits/caller.ts";
import { formToken, isFormToken } from "./form-token.ts";
import { mayKeepCookies, readCookie, sealedCookie } from "./sealed.ts";

/** Somebody is asked again after half a day, whether the account was blocked meanwhile. */
const SESSION_SECONDS = 12 * 3_600;

/** An account of the wiki: `sub` stays, names may change. */
export const Profile = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string().check(z.minLength(1), z.maxLength(255)),
});
export type Profile = z.output<typeof Profile>;

const Kept = z.extend(Profile, { expires: z.int() });

/** Who is logged in. */
export interface Session extends Profile {
  readonly expires: number;
  readonly administrator: boolean;
}

/** As wikis spell them: the first letter is large, where that is one letter ("ß" stays), and "_" is a blank. */
const userName = (text: string): string => {
  const name = text.replaceAll("_", " ").trim();
  const first = name.slice(0, 1);
  const large = first.toUpperCase();
  return (large.length === 1 ? large : first) + name.slice(1);
};

/** Looked up at each request, so that who is taken off the list is none from then on. */
const isAdministrator = (name: string, { WEBOID_ADMINS: names = "" }: EdgeEnv): boolean =>
  names.split(",").some((each) => each.trim() !== "" && userName(each) === userName(name));

/** Whether people can log in: the operator has a consumer, and browsers keep what shows who they are. */
export function hasLogin(c: Context<Edge>): boolean {
  const { OAUTH_CLIENT_ID, OAUTH_CLIENT_SECRET, ORIGIN_TOKEN } = c.env;
  return Boolean(OAUTH_CLIENT_ID && OAUTH_CLIENT_SECRET && ORIGIN_TOKEN) && mayKeepCookies(c);
}

/** Null: nobody is logged in. */
export function sessionOf(c: Context<Edge>, nowMs: number): Session | null {
  if (!hasLogin(c)) return null;
  const { data } = z.safeParse(Kept, readCookie(c, "session", nowMs));
  return data === undefined ? null : { ...data, administrator: isAdministrator(data.name, c.env) };
}

export const sessionCookie = (c: Context<Edge>, profile: Profile, nowMs: number): string =>
  sealedCookie(c, "session", profile, { nowMs, seconds: SESSION_SECONDS });

/** To whom a form is made out: to one login, or to a network. */
const ownerOf = (c: Context<Edge>, session: Session | null): string =>
  session === null ? networkOf(c) : `account ${session.expires} ${session.sub}`;

export const ownToken = (c: Context<Edge>, session: Session | null, nowMs: number): string =>
  formToken(c.env.ORIGIN_TOKEN ?? "", ownerOf(c, session), nowMs);

export function isOwnToken(c: Context<Edge>, session: Session | null, token: string, nowMs: number): boolean {
  const { ORIGIN_TOKEN = "", ORIGIN_TOKEN_OLD } = c.env;
  return isFormToken(token, ORIGIN_TOKEN, ownerOf(c, session), nowMs, ORIGIN_TOKEN_OLD);
}

/** Who acts, as origin is asked. */
export const actorOf = (
  c: Context<Edge>,
  session: Session | null,
): Pick<PeopleRequest, "ranges" | "profile" | "administrator"> => ({
  ranges: actingRanges(c),
  ...(session !== null && { profile: session.sub }),
  ...(session?.administrator && { administrator: true }),
});

/** What a page shows of it; null: nobody can log in here. `token`: of the page's forms. */
export const accountOf = (c: Context<Edge>, session: Session | null, token: string): Account | null =>
  hasLogin(c) ? { name: session?.name ?? null, administrator: session?.administrator === true, token } : null;
