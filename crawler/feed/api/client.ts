import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import pLimit, { type LimitFunction } from "p-limit";
import type { Database } from "../../../db/connect.ts";
import { claimServer, releaseServer } from "../../../db/wikis/server-leases.ts";
import { openHttpClient } from "../../net/egress/clients.ts";
import {
  type HttpAnswer,
  type HttpClient,
  type HttpRequest,
  REQUEST_MS_MAX,
} from "../../net/egress/http-client.ts";
import { pause } from "../../runtime/clock.ts";
import type { RoleContext } from "../../runtime/context.ts";
import { isDead } from "../../runtime/heartbeat.ts";
import { retryAfterOf, tooManyRequests } from "./answer.ts";
import { readAccounts } from "./credentials.ts";
import { loggedIn } from "./logged-in.ts";
import { IDS_DEFAULT, type WikiClient } from "./wiki.ts";

/** Longer than any request; a client that died is waited for as long, unless it is known to be dead. */
const LEASE_SECONDS = REQUEST_MS_MAX / 1_000 + 5;
/** How often a server that others ask is tried; the next lease is kept for the waiting client. */
const TRY_MS = 40;
const WAITER_SECONDS = 1;

const STOPPED: HttpAnswer = { kind: "failure", failure: "aborted", detail: "stopped" };

/**
 * A client that makes one request at a time to each server, under a lease shared with all other processes on the same
 * database: wikis see one serial client, however many feeders and commands there are. A server that answered 429 with
 * Retry-After is not asked by any of them until then: requests are answered with that 429. Throws a DatabaseError without
 * a database.
 */
export function serialPerServer(db: Database, http: HttpClient): HttpClient {
  const me = `${hostname()}:${process.pid}:wiki:${randomBytes(4).toString("hex")}`;
  /** This process's own queue for each server. */
  const queues = new Map<string, LimitFunction>();

  /** Null once the server is leased, else the answer in place of its own. */
  async function lease(host: string, signal: AbortSignal | undefined): Promise<HttpAnswer | null> {
    let dead: string | undefined;
    for (;;) {
      if (signal?.aborted === true) return STOPPED;
      const claim = await claimServer(db, host, {
        holder: me,
        leaseSeconds: LEASE_SECONDS,
        waiterSeconds: WAITER_SECONDS,
        ...(dead !== undefined && { dead }),
      });
      if (claim.kind === "claimed") return null;
      if (claim.kind === "throttled") return tooManyRequests(claim.seconds);
      dead = isDead(claim.holder) ? claim.holder : undefined;
      if (dead === undefined) await pause(TRY_MS * (1 + Math.random()), signal ?? NEVER);
    }
  }

  async function sendLeased(request: HttpRequest, host: string): Promise<HttpAnswer> {
    const instead = await lease(host, request.signal);
    if (instead !== null) return instead;
    let quietSeconds = 0;
    try {
      const answer = await http.send(request);
      if (answer.kind !== "failure" && answer.http === 429)
        quietSeconds = retryAfterOf(answer.headers, Date.now()) ?? 0;
      return answer;
    } finally {
      // Without a database the lease runs out by itself.
      await releaseServer(db, host, me, quietSeconds).catch(() => {});
    }
  }

  return {
    close: () => http.close(),
    async send(request) {
      const { host } = new URL(request.url);
      const queue = queues.get(host) ?? pLimit(1);
      queues.set(host, queue);
      try {
        return await queue(() => sendLeased(request, host));
      } finally {
        if (queue.activeCount + queue.pendingCount === 0) queues.delete(host);
      }
    },
  };
}

const NEVER = new AbortController().signal;

/**
 * The client for wikis and what else is on their servers: serial, and logged in where there is an account. It has no rights to private
 * addresses; `withRights` gives a wiki's to what is asked for it. `plain`: tests give their own.
 */
export function openWikiClient(
  { db, config }: Pick<RoleContext, "db" | "config">,
  { plain }: { readonly plain?: HttpClient | undefined } = {},
): WikiClient {
  const http = plain ?? openHttpClient(config);
  return loggedIn(serialPerServer(db, http), readAccounts(config));
}

/** The client as it asks for one wiki: whatever that says of itself, only these endpoints may be private, and no other wiki's. */
export function withRights(http: WikiClient, configured: readonly string[]): WikiClient {
  return {
    close: () => http.close(),
    send: (request) => http.send({ ...request, configured: [...configured, ...(request.configured ?? [])] }),
    idsMax: async (api, signal) => (await http.idsMax?.(api, signal, configured)) ?? IDS_DEFAULT,
  };
}
