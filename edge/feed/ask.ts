import type { EventRequest, EventResponse, FeedRequest, FeedResponse } from "../../shared/protocol/feed.ts";
import { readBoundedJson } from "../cache/bounded-body.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { originOf, posterTo } from "../sources/origin.ts";
import { readEventResponse, readFeedResponse } from "./read.ts";

const ANSWER_MS_MAX = 5_000;
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;

export const askFeed = (deps: EdgeDeps, env: EdgeEnv, request: FeedRequest): Promise<FeedResponse | "away"> =>
  ask(deps, env, { path: "/v1/feed", request, read: readFeedResponse });

export const askEvent = (
  deps: EdgeDeps,
  env: EdgeEnv,
  request: EventRequest,
): Promise<EventResponse | "away"> => ask(deps, env, { path: "/v1/event", request, read: readEventResponse });

interface Question<T> {
  readonly path: string;
  readonly request: FeedRequest | EventRequest;
  readonly read: (answer: unknown) => T | null;
}

async function ask<T>(
  deps: EdgeDeps,
  env: EdgeEnv,
  { path, request, read }: Question<T>,
): Promise<T | "away"> {
  const base = originOf(env);
  if (base === "") return "away";
  try {
    const response = await posterTo(base, deps, env)(path, request, ANSWER_MS_MAX);
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`HTTP ${response.status}`);
    }
    const answer = read(await readBoundedJson(response.body, ANSWER_BYTES_MAX));
    if (answer === null) throw new Error("its answer cannot be read");
    return answer;
  } catch (error) {
    console.error(`origin did not answer ${path}: ${error instanceof Error ? error.message : "unknown"}`);
    return "away";
  }
}
