import type { FeedEvent } from "../../protocol/feed.ts";
import { eventData } from "./json.ts";

export const SSE_CONTENT_TYPE = "text/event-stream; charset=utf-8";

/**
 * A server-sent event (HTML, 9.2). JSON has no line breaks of its own, and a cursor is digits: nothing in an event can
 * end a line and begin another field.
 */
export function sseEvent(wiki: string, event: FeedEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify({ wiki, ...eventData(wiki, event) })}\n\n`;
}

/** Moves the place of a follower on, past events that its filter holds back, without an event. */
export const ssePlace = (cursor: string): string => `id: ${cursor}\n\n`;

/** Milliseconds after which a follower comes back. */
export const sseRetry = (ms: number): string => `retry: ${ms}\n\n`;

/** Keeps the connection open where somebody between us closes silent ones. */
export const SSE_HEARTBEAT = ":\n\n";
