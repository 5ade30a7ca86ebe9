import type { HostName, NormalisedUrl } from "../../shared/url/types.ts";
import type { Exchange, Outcome } from "../classify/outcome.ts";
import type { SiteMemory } from "../classify/site/memory.ts";
import type { SiteRequests } from "../classify/site/probe.ts";
import type { NameServers } from "../net/names.ts";
import type { ExchangeResult } from "../net/transport.ts";
import type { CheckSession } from "./session.ts";
import { type Target, targetOf } from "./target.ts";
import { Walk, type WalkOptions } from "./walk.ts";

/** With what looks at sites are made. */
export interface Sites {
  /** Of this process. */
  readonly memory: SiteMemory;
  readonly nameServers: NameServers;
}

/** Carries out what a look at a site asks for (C7), in what is left of the time of its check. */
export class SessionRequests implements SiteRequests {
  readonly #session: CheckSession;
  readonly #walkOptions: Pick<WalkOptions, "limits" | "allowPrivate">;
  readonly #nameServers: NameServers;
  /** For one request, redirects included; 0: nothing is asked. */
  readonly #msMax: number;

  constructor(
    session: CheckSession,
    walkOptions: Pick<WalkOptions, "limits" | "allowPrivate">,
    { nameServers }: Sites,
    msMax: number,
  ) {
    this.#session = session;
    this.#walkOptions = walkOptions;
    this.#nameServers = nameServers;
    this.#msMax = msMax;
  }

  async nameServers(domain: HostName): Promise<readonly string[]> {
    return (await this.#nameServers(domain)) ?? [];
  }

  waitFor(until: Promise<void>): Promise<void> {
    return this.#session.waitFor(until);
  }

  page(url: NormalisedUrl, linked: boolean): Promise<Outcome | null> {
    const target = targetOf(url);
    const { limits, allowPrivate } = this.#walkOptions;
    const options = { limits, allowPrivate, wantsPage: true };
    return this.#ask(target, linked, () => new Walk(target, options, this.#session).run());
  }

  async head(url: NormalisedUrl): Promise<Exchange | null> {
    const target = targetOf(url);
    const head = await this.#ask(target, false, () => this.#headOnce(target));
    return head?.kind === "exchange" ? head.exchange : null;
  }

  /** By HEAD alone, whatever comes of it. */
  async #headOnce(target: Target): Promise<ExchangeResult> {
    const entered = await this.#session.enter(target.parts);
    return entered.kind === "entered" ? this.#session.send(target, "HEAD") : entered;
  }

  /** null: there is no time for it, the process stops, or the host wants more between requests than there is within one check. */
  async #ask<Found>({ parts }: Target, linked: boolean, asking: () => Promise<Found>): Promise<Found | null> {
    const session = this.#session;
    const mayAsk = () => Math.min(this.#msMax, session.msLeft()) >= 1 && !session.hasCrawlDelay(parts.host);
    if (!mayAsk()) return null;
    if (!linked && !(await session.restWithin())) return null;
    if (!mayAsk()) return null;
    const widen = session.narrow(this.#msMax);
    try {
      return await session.withPurpose("site", asking);
    } finally {
      widen();
    }
  }
}
