import {
  type DomainRow,
  factsOf,
  rescheduleDomains,
  storeOutcome,
  storeSeen,
  unansweredOn,
} from "../../../db/organisations/domains.ts";
import {
  mergeOrganisations,
  type OrganisationRow,
  rootDecision,
  storeOrganisation,
} from "../../../db/organisations/organisations.ts";
import { postponeDomain } from "../../../db/organisations/queue.ts";
import { addDays, daysBetween } from "../../../shared/calendar/day.ts";
import { compile } from "../../../shared/organisation/compile.ts";
import { ownRanges } from "../../../shared/organisation/holder.ts";
import type { Providers } from "../../../shared/organisation/providers.ts";
import type { Decision } from "../../../shared/organisation/types.ts";
import { orOfRegistry } from "../retrieval.ts";
import { type Compared, comparedWithKnown, decidedCarefully } from "./comparison.ts";
import { Founding, type FoundingOptions, type Owner, PARTNERS_MAX, USES_MIN } from "./founding.ts";
import { countedProviders, noteRegistrant } from "./providers.ts";
import { isKept, signsOf } from "./signs.ts";

/** Days after which a domain is looked at again: servers and holders change by the year. */
const AGAIN_DAYS = { decided: 180, undecided: 90, absent: 14 } as const;
/** The registrant and what identifies an organisation are asked for again after so many days. */
const FRESH_DAYS = 60;

export interface AttacherOptions extends FoundingOptions {
  /** Who holds the leases. */
  readonly worker: string;
}

/** What came of a domain. */
export type Attached = "belongs" | "undecided" | "postponed" | "lost";

/** Attaches one domain after the other to organisations: DNS first, then what the database knows, registries where they can change something (O5). */
export class Attacher {
  readonly #options: AttacherOptions;
  readonly #founding: Founding;

  constructor(options: AttacherOptions) {
    this.#options = options;
    this.#founding = new Founding(options);
  }

  /** Looks at a leased domain and stores what came of it. May be repeated. */
  async look(row: DomainRow): Promise<Attached> {
    const { ctx, worker, asks } = this.#options;
    const today = ctx.clock.today();
    const now = await this.#resolve(row);
    if (now === null) {
      // Nothing can be concluded from silence.
      await postponeDomain(ctx.db, worker, row, today);
      return "postponed";
    }
    let seen = await this.#storeAndCompare(now);
    let isOpen = false;
    if (seen !== null && this.#isWorthAsking(seen)) {
      const said = await this.#options.retrieval.registrant(row.domain);
      isOpen = said.againSeconds !== null;
      // What it said before is better than nothing.
      const registrant = isOpen ? row.registrant : said.answer.registrant;
      const nameServers = [...orOfRegistry(now.nameServers, said.answer)];
      await noteRegistrant(ctx, { ...now, nameServers, registrant });
      seen = await this.#storeAndCompare({ ...now, nameServers, registrant });
    }
    if (seen === null) return "lost";
    const { isComplete = true, ...outcome } = await this.#decideOwner(seen.domain, seen);
    isOpen ||= !isComplete && asks;
    const when = isOpen
      ? unansweredOn(today, row.unanswered)
      : { due: addDays(today, againDays(now, outcome.decision)), unanswered: 0 };
    // Where registries did not answer, the registrant stays as old as it is.
    const looked = isOpen && row.looked !== -1 ? row.looked : today;
    const result = { domain: row.domain, was: row.organisationId, ...outcome, looked, ...when };
    if (!(await storeOutcome(ctx.db, worker, result))) return "lost";
    if (seen.domain.registrant?.organisation && outcome.organisationId === null)
      await this.#scheduleUnasked(seen);
    return outcome.organisationId === null ? "undecided" : "belongs";
  }

  /** As DNS has it now; null: it does not answer. */
  async #resolve(row: DomainRow): Promise<DomainRow | null> {
    const { retrieval } = this.#options;
    const [nameServers, bare, www] = await Promise.all([
      retrieval.nameServersNow(row.domain),
      retrieval.addressesNow(row.domain),
      retrieval.addressesNow(`www.${row.domain}`),
    ]);
    if (nameServers === null || bare === null || www === null) return null;
    const addresses = [...new Set([...bare, ...www])].sort();
    return { ...row, nameServers: [...nameServers], addresses };
  }

  /** Those that share something and were not worth a question to a registry when they were looked at are worth one now. */
  async #scheduleUnasked({ partners }: Compared): Promise<void> {
    const { db, clock } = this.#options.ctx;
    const unasked = partners.slice(0, PARTNERS_MAX).filter(({ registrant }) => registrant === null);
    if (!this.#options.asks || unasked.length === 0) return;
    await rescheduleDomains(
      db,
      unasked.map(({ domain }) => domain),
      clock.today(),
    );
  }

  /** Stores what was seen, counts the domain's links, and compares it with what others have; null: the lease is lost. */
  async #storeAndCompare(row: DomainRow): Promise<Seen | null> {
    const { ctx, lists, worker } = this.#options;
    const { known } = await countedProviders(ctx.db, lists, [factsOf(row)]);
    const { domain: name, nameServers, addresses, registrant } = row;
    const signs = signsOf(factsOf(row), known);
    const stored = { domain: name, nameServers, addresses, registrant, signs };
    const uses = await storeSeen(ctx.db, worker, stored, isKept);
    if (uses === null) return null;
    const domain = { ...row, uses };
    return { domain, ...(await comparedWithKnown(ctx.db, lists, { domain, signs, known })) };
  }

  /** Where the answer can change something: it is old; or the domain is nobody's, and shares something with somebody or has many links. */
  #isWorthAsking({ domain, organisation, organisations, partners }: Seen): boolean {
    if (!this.#options.asks) return false;
    const { registrant, looked, uses } = domain;
    if (registrant !== null)
      return looked !== -1 && daysBetween(looked, this.#options.ctx.clock.today()) >= FRESH_DAYS;
    if (organisation !== null) return false;
    return organisations.length > 0 || partners.length > 0 || uses >= USES_MIN;
  }

  async #decideOwner(domain: DomainRow, compared: Compared): Promise<Owner> {
    const own = compared.organisations.find(({ domain: root }) => root === domain.domain);
    if (own !== undefined) return this.#recheckRoot(domain, own.id, compared);
    const { organisation, decision } = compared;
    if (organisation !== null) return { organisationId: organisation.id, decision };
    return (await this.#founding.tryFound(domain, compared)) ?? { organisationId: null, decision };
  }

  /** The domain from which an organisation is known: read again, and one with another organisation where that turned out. */
  async #recheckRoot(
    domain: DomainRow,
    id: number,
    { organisations, sharing, providers }: Compared,
  ): Promise<Owner> {
    const { ctx } = this.#options;
    const [own] = organisations.filter((one) => one.id === id);
    const today = ctx.clock.today();
    const isComplete = own === undefined || (await this.#readAgain(domain, own, providers));
    // The older one stays, so that two never become each other's.
    for (const other of organisations.filter((one) => one.id < id)) {
      const decide = compile(other.profile, providers);
      const decision = decidedCarefully(domain, { decide, rootUses: other.uses, sharing });
      if (decision.decision !== "belongs") continue;
      await mergeOrganisations(ctx.db, { gone: id, into: other.id, decision, on: today });
      return { organisationId: other.id, decision };
    }
    return { organisationId: id, decision: rootDecision(domain.domain), isComplete };
  }

  /** Reads again what identifies an organisation, where that is old; false: registries did not say all. */
  async #readAgain(
    domain: DomainRow,
    { profile: known, checked }: OrganisationRow,
    providers: Providers,
  ): Promise<boolean> {
    const { ctx, asks } = this.#options;
    const today = ctx.clock.today();
    if (checked !== -1 && daysBetween(checked, today) < FRESH_DAYS) return true;
    const { profile: read, isComplete } = await this.#founding.readProfile(domain);
    // What registries said before is better than a part of it, unless that was a part, too; DNS has answered in any case.
    const { addresses, nameServers } = domain;
    const part = { ...(checked === -1 && asks ? read : known), addresses, nameServers };
    const profile = isComplete ? read : part;
    const ranges = ownRanges(profile, providers);
    const when = { on: today, checked: isComplete ? today : checked };
    await storeOrganisation(ctx.db, { profile, ranges, ...when });
    return isComplete;
  }
}

/** A domain as it was stored, compared. */
interface Seen extends Compared {
  readonly domain: DomainRow;
}

function againDays({ nameServers, addresses }: DomainRow, decision: Decision | null): number {
  if (nameServers.length === 0 && addresses.length === 0) return AGAIN_DAYS.absent;
  const isDecided = decision !== null && decision.decision !== "unknown";
  return isDecided ? AGAIN_DAYS.decided : AGAIN_DAYS.undecided;
}
