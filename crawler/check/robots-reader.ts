import { joinUrl } from "../../shared/url/parts.ts";
import type { UrlParts } from "../../shared/url/types.ts";
import type { ExchangeSession } from "../net/exchange-session.ts";
import { LATE_NAME } from "../net/routes.ts";
import type { Permit } from "../net/semaphore.ts";
import type { ExchangeRequest, ExchangeResult } from "../net/transport.ts";
import { within } from "../net/within.ts";
import type { HostLease, Politeness } from "../politeness/host-lease.ts";
import { fetchRobots, ROBOTS_BYTES_MAX, ROBOTS_MS_MAX } from "../politeness/robots-fetch.ts";
import type { SessionMeans } from "./session-means.ts";

/** With what robots.txt is read. */
type RobotsMeans = Pick<SessionMeans, "router" | "limits" | "fields" | "allowPrivate" | "optedOut">;

/** The check that reads it (session.ts). */
interface RobotsCheck extends ExchangeSession {
  /** One request under that lease. */
  exchange(request: ExchangeRequest, lease: HostLease): Promise<ExchangeResult>;
}

/** Reads robots.txt within a check (C4), in a part of its time. */
export class RobotsReader {
  readonly #means: RobotsMeans;
  readonly #check: RobotsCheck;
  readonly #politeness: Politeness;

  constructor(means: RobotsMeans, check: RobotsCheck, politeness: Politeness) {
    this.#means = means;
    this.#check = check;
    this.#politeness = politeness;
  }

  /** Of the host that the check has a lease of. null: the host did not say. */
  async read(start: UrlParts, lease: HostLease, addresses: readonly string[]): Promise<string | null> {
    const { allowPrivate } = this.#means;
    const widen = this.#check.narrow(ROBOTS_MS_MAX);
    const get = (parts: UrlParts) =>
      parts.host === start.host ? this.#get(parts, lease, addresses) : this.#getElsewhere(parts);
    try {
      return await fetchRobots(start, { allowPrivate, get });
    } finally {
      widen();
    }
  }

  /** A robots.txt that leads to another host is asked for with both leases in hand. null: it could not be asked. */
  async #getElsewhere(parts: UrlParts): Promise<ExchangeResult | null> {
    const { router, optedOut } = this.#means;
    const check = this.#check;
    if (optedOut?.(parts) === true) return null;
    const route = await within(Promise.resolve(router.route(parts)), check.msLeft(), LATE_NAME);
    if (route.kind !== "addresses") return null;
    const lease = await this.#politeness.acquire(parts.host, check.msLeft());
    if (lease === null) return null;
    let address: Permit | null = null;
    try {
      const server = { host: parts.host, address: route.addresses[0] ?? "" };
      address = await this.#politeness.acquireServer(server, check.msLeft());
      if (address === null || lease.askedForMs() > 0) return null;
      return await this.#get(parts, lease, route.addresses);
    } finally {
      // What a lease allows is one connection: none outlasts it.
      check.hangUp();
      address?.release();
      lease.release();
    }
  }

  #get(parts: UrlParts, lease: HostLease, addresses: readonly string[]): Promise<ExchangeResult> {
    const { fields, limits } = this.#means;
    const request: ExchangeRequest = {
      url: joinUrl(parts),
      parts,
      method: "GET",
      addresses,
      fields,
      limits: { ...limits, bodyBytesMax: ROBOTS_BYTES_MAX },
      wantsPage: true,
      session: this.#check,
    };
    return this.#check.exchange(request, lease);
  }
}
