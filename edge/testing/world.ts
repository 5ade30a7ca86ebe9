import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { ANSWER_HEADER, SIGNATURE_HEADER, sign, signAnswer } from "../../shared/protocol/sign.ts";
import {
  anyCaseKey,
  type KvPair,
  snapshotKey,
  WIKIS_KNOWN_KEY,
  type WikiProfile,
  wikiKey,
} from "../../shared/protocol/types.ts";
import { encodeSnapshot, type Snapshot } from "../../shared/snapshot/snapshot.ts";
import { createApp } from "../app.ts";
import { createChangedPages } from "../cache/changed.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { createThrottle } from "../limits/throttle.ts";
import { createWikiGates } from "../sources/wiki-gate.ts";
import { createSteadyClock } from "../steady-clock.ts";

export const EDGE_TOKEN = "edge-token-of-the-tests";
export const ORIGIN_TOKEN = "origin-token-of-the-tests";
export const ORIGIN_URL = "http://127.0.0.1:9";

/** What a request of the edge to wiki or origin gets; a function of method and address. */
export type Responder = (request: Request) => Response | Promise<Response>;

interface WorldOptions {
  readonly wiki?: Responder;
  readonly origin?: Responder;
  /** Its answers come as `origin` makes them: from somebody else, or changed on the way. */
  readonly unsignedOrigin?: boolean;
  readonly env?: Partial<EdgeEnv>;
  /** Milliseconds since 1970; stands still, unless it is a clock that goes on by what is slept. */
  readonly now?: number;
  readonly ticks?: boolean;
  /** In place of both. */
  readonly clock?: () => number;
  /** Sleeps indeed: for what waits for another request. */
  readonly sleeps?: boolean;
  readonly cache?: boolean;
  /** Callers without a header are nobody's, and not this machine's, as where others run the proxy. */
  readonly strangers?: boolean;
}

export const PROFILE: Omit<WikiProfile, "wiki"> = {
  api: "https://wiki.zz/w/api.php",
  server: "https://wiki.zz",
  articleUrl: "https://wiki.zz/wiki/$1",
  internalHosts: "(^|\\.)sister\\.zz$",
  lang: "en",
  siteName: "Test wiki",
};

/** 2026-11-21, day 3611 of Weboid. */
export const NOW = Date.UTC(2026, 10, 21, 12);

const refuse: Responder = () => {
  throw new TypeError("connection refused");
};

async function asOriginSigns(answer: Response, requestSignature: string): Promise<Response> {
  const body = new Uint8Array(await answer.arrayBuffer());
  const signed = new Response(body, answer);
  const parts = { requestSignature, status: answer.status, body };
  signed.headers.set(ANSWER_HEADER, await signAnswer(ORIGIN_TOKEN, parts));
  return signed;
}

/** An edge with its real store in workerd, and with a wiki, an origin and a clock that a test decides. */
export function createWorld(options: WorldOptions = {}) {
  const requests: Request[] = [];
  const slept: number[] = [];
  const beats = new Set<() => void>();
  let now = options.now ?? NOW;
  const time = options.clock ?? (() => now);
  const elapsed = createSteadyClock(time);
  const deps: EdgeDeps = {
    async fetch(request) {
      requests.push(request.clone());
      if (!request.url.startsWith(ORIGIN_URL)) return (options.wiki ?? refuse)(request);
      const requestSignature = request.headers.get(SIGNATURE_HEADER) ?? "";
      const answer = await (options.origin ?? refuse)(request);
      return options.unsignedOrigin ? answer : asOriginSigns(answer, requestSignature);
    },
    now: time,
    elapsed,
    async sleep(ms) {
      slept.push(ms);
      if (options.ticks) now += ms;
      if (options.sleeps) await new Promise((resolve) => setTimeout(resolve, ms));
    },
    every(_ms, run) {
      const beat = () => run();
      beats.add(beat);
      return () => void beats.delete(beat);
    },
    cache: () => (options.cache ? caches.default : null),
    changed: createChangedPages(),
    throttle: createThrottle(time),
    wikis: createWikiGates(elapsed),
  };
  const app = createApp(deps);
  const { SNAPSHOTS } = env;
  const settings: EdgeEnv = {
    SNAPSHOTS,
    PUBLIC_URL: "https://weboid.example",
    EDGE_TOKEN,
    ORIGIN_TOKEN,
    ORIGIN_URL: options.origin ? ORIGIN_URL : "",
    ...options.env,
  };

  /** Answers and ends only when everything after the answer (waitUntil) is done. */
  const ask = async (address: string, init?: RequestInit): Promise<Response> => {
    const context = createExecutionContext();
    const request = new Request(new URL(address, "https://weboid.example"), init);
    if (!options.strangers && !request.headers.has("cf-connecting-ip"))
      request.headers.set("cf-connecting-ip", "127.0.0.1");
    const response = await app.fetch(request, settings, context);
    const body = response.body === null ? null : await response.arrayBuffer();
    await waitOnExecutionContext(context);
    return new Response(body, response);
  };

  const signed = async (
    method: string,
    content: unknown,
    token = EDGE_TOKEN,
    path = "/internal/kv",
  ): Promise<Response> => {
    const body = new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content));
    const headers = await sign(token, { method, path, body }, time());
    return ask(path, { method, headers, body });
  };

  return {
    ask,
    /** As the runtime has it: the body comes as it is read. */
    fetch: (request: Request, context: ExecutionContext) => app.fetch(request, settings, context),
    signed,
    requests,
    changed: deps.changed,
    wikis: deps.wikis,
    /** What runs at intervals, as long as the connections that began it are open: called by a test in the clock's place. */
    beats,
    /** For how many milliseconds it waited, each time. */
    slept,
    /** Stores through the edge's own route, as the dispatcher does. */
    async store(wiki: string, snapshots: readonly Snapshot[], profile: Partial<WikiProfile> = {}) {
      const pairs: KvPair[] = [
        { key: wikiKey(wiki), value: JSON.stringify({ wiki, ...PROFILE, ...profile }) },
        { key: anyCaseKey(wiki), value: wiki },
        { key: WIKIS_KNOWN_KEY, value: "1" },
        ...(await Promise.all(
          snapshots.map(async (snapshot) => ({
            key: snapshotKey(wiki, snapshot.pageid),
            value: btoa(String.fromCharCode(...(await encodeSnapshot(snapshot)))),
            base64: true,
          })),
        )),
      ];
      const response = await signed("POST", pairs);
      if (response.status !== 204) throw new Error(`not stored: ${await response.text()}`);
    },
  };
}

/** A wiki's API that has these pages: external links by pageid. */
export function wikiOf(pages: Readonly<Record<number, readonly string[]>>): Responder {
  return (request) => {
    const parameters = new URL(request.url).searchParams;
    const ids = (parameters.get("pageids") ?? "").split("|").map(Number);
    return Response.json({
      batchcomplete: true,
      query: {
        pages: ids.map((pageid) => {
          const links = pages[pageid];
          if (links === undefined) return { pageid, missing: true };
          return {
            pageid,
            ns: 0,
            title: `Page ${pageid}`,
            contentmodel: "wikitext",
            ...(links.length > 0 && { extlinks: links.map((url) => ({ url })) }),
          };
        }),
      },
    });
  };
}
