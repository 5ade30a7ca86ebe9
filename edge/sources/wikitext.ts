import * as z from "zod/mini";
import { IN_WORDS, mistakes } from "../../shared/json/mistakes.ts";
import { isRecord, records } from "../../shared/json/record.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { Conventions } from "../../shared/repair/conventions/schema.ts";
import { shortCache } from "../cache/short-cache.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { userAgentOf } from "./live-links.ts";
import { askApi } from "./wiki.ts";

export const WIKITEXT_LIMITS = {
  ms: 5_000,
  /** Of a page: MediaWiki's own limit. */
  bytes: 2 * 1024 * 1024,
  /** Of an answer: such a page with each of its letters as an escape of two. */
  responseBytes: 5 * 1024 * 1024,
  conventionsBytes: 256 * 1024,
} as const;

/** The newest revision of a page. */
export interface Revision {
  readonly revision: number;
  /** When it was saved, `2026-11-21T12:00:00Z`. */
  readonly timestamp: string;
  /** The wiki's clock when it was read. */
  readonly readAt: string;
  readonly wikitext: string;
}

export type RevisionRead =
  | { readonly kind: "revision"; readonly revision: Revision }
  | { readonly kind: "missing" | "hidden" | "too-long" }
  | { readonly kind: "other-model"; readonly model: string }
  | { readonly kind: "down"; readonly reason: string };

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const isTimestamp = (value: unknown): value is string => typeof value === "string" && TIMESTAMP.test(value);

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** What an answer says of a page's only revision; null: it has none. */
function mainSlot(query: unknown, isAsked: (page: Record<string, unknown>) => boolean) {
  const page = records(isRecord(query) ? query.pages : undefined).find(isAsked);
  const [revision] = records(page?.revisions);
  if (revision === undefined) return null;
  // Before MediaWiki 1.32 there are no slots: the revision itself has the text.
  const { slots } = revision;
  return { revision, slot: isRecord(slots) && isRecord(slots.main) ? slots.main : revision };
}

/** The wikitext of a page as its wiki has it now. */
export async function readRevision(
  deps: EdgeDeps,
  env: EdgeEnv,
  { api }: WikiProfile,
  pageid: number,
): Promise<RevisionRead> {
  const question = {
    prop: "revisions",
    pageids: String(pageid),
    rvprop: "ids|content|timestamp",
    rvslots: "main",
    curtimestamp: "1",
  };
  const { ms, responseBytes } = WIKITEXT_LIMITS;
  const answer = await askApi(deps, api, question, {
    userAgent: userAgentOf(env),
    ms,
    bytesMax: responseBytes,
  });
  if (typeof answer === "string") return { kind: "down", reason: answer };
  const found = mainSlot(answer.query, (page) => page.pageid === pageid);
  if (found === null) return { kind: "missing" };
  const { revision, slot } = found;
  if (slot.texthidden === true) return { kind: "hidden" };
  const { revid, timestamp } = revision;
  const { curtimestamp: readAt } = answer;
  const wikitext = slot.content;
  const model = slot.contentmodel;
  if (typeof revid !== "number" || !Number.isSafeInteger(revid) || revid < 1)
    return { kind: "down", reason: "no number of a revision" };
  if (!isTimestamp(timestamp) || !isTimestamp(readAt) || typeof wikitext !== "string")
    return { kind: "down", reason: "no text of a revision" };
  if (model !== "wikitext") return { kind: "other-model", model: String(model).slice(0, 64) };
  if (bytesOf(wikitext) > WIKITEXT_LIMITS.bytes) return { kind: "too-long" };
  return { kind: "revision", revision: { revision: revid, timestamp, readAt, wikitext } };
}

/** The page of a wiki on which its administrators say how it writes copies and marks (docs/repair.md). */
export const CONVENTIONS_PAGE = "MediaWiki:Weboid-repair.json";
const CONVENTIONS_SECONDS = 300;

export type OwnConventions =
  | { readonly kind: "conventions"; readonly conventions: Conventions }
  /** Said nowhere: there is no such page. */
  | { readonly kind: "none" }
  /** What is wrong with the page, in words. */
  | { readonly kind: "wrong"; readonly message: string }
  | { readonly kind: "down"; readonly reason: string };

const MESSAGE_CHARS_MAX = 500;
/** The page's own `wiki` is not looked at, and may be left out. */
const CONVENTIONS_OF_ANY = "wiki";

/** @param wiki the wiki whose page it is: it speaks for no other */
function parseConventions(wiki: string, text: string): OwnConventions {
  if (bytesOf(text) > WIKITEXT_LIMITS.conventionsBytes)
    return { kind: "wrong", message: `it has more than ${WIKITEXT_LIMITS.conventionsBytes / 1024} KiB` };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { kind: "wrong", message: "it is no JSON" };
  }
  if (!isRecord(json)) return { kind: "wrong", message: "it is no JSON object" };
  const read = z.safeParse(Conventions, { ...json, wiki: CONVENTIONS_OF_ANY }, IN_WORDS);
  return read.success
    ? { kind: "conventions", conventions: { ...read.data, wiki } }
    : { kind: "wrong", message: mistakes(read.error).slice(0, MESSAGE_CHARS_MAX) };
}

/** A wiki's own conventions, of the last five minutes. */
export async function readConventions(
  deps: EdgeDeps,
  env: EdgeEnv,
  { wiki, api }: WikiProfile,
): Promise<OwnConventions> {
  const cache = shortCache(deps);
  const name = `repair-conventions ${wiki}`;
  const kept = await cache.get(name);
  // What is kept is the page's text: another version of this edge may read it otherwise.
  if (kept !== null) return kept === "" ? { kind: "none" } : parseConventions(wiki, kept);
  const question = { prop: "revisions", titles: CONVENTIONS_PAGE, rvprop: "content", rvslots: "main" };
  const { ms, conventionsBytes } = WIKITEXT_LIMITS;
  const options = { userAgent: userAgentOf(env), ms, bytesMax: 2 * conventionsBytes };
  const answer = await askApi(deps, api, question, options);
  if (typeof answer === "string") return { kind: "down", reason: answer };
  const content = mainSlot(answer.query, () => true)?.slot.content;
  const text = typeof content === "string" ? content : "";
  await cache.put(name, text, CONVENTIONS_SECONDS);
  return text === "" ? { kind: "none" } : parseConventions(wiki, text);
}
