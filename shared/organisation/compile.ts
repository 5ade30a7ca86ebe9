import { memo } from "../url/memo.ts";
import { type EvidenceText, evidenceOf } from "./evidence.ts";
import { identityOf, isNamedLike, labelOf, rangesOf } from "./holder.ts";
import { domainOf, isOnPlatform, type KnownProviders, knownProviders, type Providers } from "./providers.ts";
import { type AddressSet, addressSet } from "./ranges.ts";
import { type Comparison, compareParties, type Party, partyOf, WHERE } from "./registrant.ts";
import { type Decision, type Facts, NOBODY, type OrganisationProfile, type RuleName } from "./types.ts";

/** Decides one host; pure, and fast enough to be asked for each link. */
export type Decide = (facts: Facts) => Decision;

interface Compiled {
  readonly providers: KnownProviders;
  readonly domains: ReadonlySet<string>;
  /** Of its domains, without hyphens. */
  readonly labels: ReadonlySet<string>;
  readonly ranges: AddressSet;
  readonly ownNameServers: ReadonlySet<string>;
  readonly emailDomains: ReadonlySet<string>;
  readonly emailHosts: ReadonlySet<string>;
  readonly party: Party | null;
}

interface Rule {
  readonly name: RuleName;
  /** Null: the rule says nothing about this host. */
  readonly apply: (own: Compiled, facts: Known) => Omit<Decision, "rule"> | null;
}

interface Known extends Facts {
  readonly domain: string;
  /** Its registrant with the organisation's; null: not asked, or nothing to compare. Dear, so made where a rule asks for it. */
  readonly comparison: () => Comparison | null;
}

const belongs = (evidence: EvidenceText, score = 1): Omit<Decision, "rule"> => ({
  decision: "belongs",
  evidence,
  score,
});
const unknown = (evidence: string, score = 0): Omit<Decision, "rule"> => ({
  decision: "unknown",
  evidence,
  score,
});

/** The paper's flow chart (figure 4), cheap questions first; a rule that says nothing leaves the host to the next. */
const RULES: readonly Rule[] = [
  {
    name: "same-domain",
    apply: ({ domains }, { domain }) => (domains.has(domain) ? belongs(evidenceOf("domain", domain)) : null),
  },
  {
    name: "platform",
    apply: (_, { host }) =>
      isOnPlatform(host)
        ? unknown(
            `${domainOf(host)} is lent by a platform, whose address, name servers and registrant say nothing`,
          )
        : null,
  },
  {
    name: "net-range",
    apply: ({ ranges, providers }, { addresses = [] }) => {
      const inside = addresses.find((address) => ranges.has(address) && !providers.isSharedAddress(address));
      return inside === undefined ? null : belongs(evidenceOf("address", inside));
    },
  },
  {
    name: "name-server",
    apply: (own, known) => {
      const shared = known.nameServers?.map(hostKey).find((host) => isOwnNameServer(own, host));
      if (shared === undefined) return null;
      const evidence = evidenceOf("name-server", shared);
      return isKnownOther(own, known)
        ? unknown(`${evidence}, but the registrant is another`)
        : belongs(evidence);
    },
  },
  { name: "email-domain", apply: byEmail },
  {
    name: "registrant",
    apply: (own, known) => {
      const comparison = known.comparison();
      if (comparison?.verdict !== "same") return null;
      const { why, score } = comparison;
      if (comparison.isApart() && hasOtherMail(own, known)) return null;
      return belongs(`the registrant: ${why}`, score);
    },
  },
  {
    name: "other-registrant",
    apply: (_, known) => {
      const comparison = known.comparison();
      if (comparison === null) return null;
      const { verdict, why, score } = comparison;
      const evidence = `the registrant: ${why}`;
      return { decision: verdict === "other" ? "foreign" : "unknown", evidence, score };
    },
  },
  {
    name: "not-comparable",
    apply: ({ party }, { registrant }) => {
      if (registrant === undefined) return null;
      return unknown(
        party === null
          ? "the registrant of the root domain is not known"
          : registrant.redacted
            ? "the registrant is withheld by the registry"
            : "the registrant is not known, or no organisation",
      );
    },
  },
  { name: "no-facts", apply: () => unknown("too little is known of the host") },
];

/** The registrants of a crawl repeat: they are compared once. */
const REGISTRANTS_REMEMBERED = 8_192;
const REGISTRANT_CHARS_MAX = 700;

/**
 * Makes of an organisation's profile the function that decides hosts (O2). Compiled once, as a crawl asks it for each link.
 *
 * @param providers whom operators know, or counting found, to serve many: beside the built-in lists
 */
export function compile(profile: OrganisationProfile, providers: Providers = {}): Decide {
  const own = compiled(profile, knownProviders(providers));
  const comparison = memo(REGISTRANTS_REMEMBERED, REGISTRANT_CHARS_MAX, (key) => {
    const [organisation = "", address = ""] = key.split("\0");
    const party = partyOf({ ...NOBODY, organisation, address });
    return own.party === null || party === null ? null : compareParties(own.party, party, own.labels);
  });
  return (facts) => {
    const { registrant } = facts;
    const known: Known = {
      ...facts,
      domain: domainOf(facts.host),
      comparison: () =>
        registrant === undefined
          ? null
          : comparison(`${registrant.organisation ?? ""}\0${registrant.address ?? ""}`),
    };
    for (const { name, apply } of RULES) {
      const decision = apply(own, known);
      if (decision !== null) return { ...decision, rule: name };
    }
    throw new Error("the last rule decides everything");
  };
}

function compiled(profile: OrganisationProfile, providers: KnownProviders): Compiled {
  const domain = domainOf(profile.domain);
  const label = labelOf(domain);
  // What is below a platform's domain has nothing but its name.
  if (isOnPlatform(domain))
    return {
      providers,
      labels: new Set(),
      domains: new Set([domain]),
      ranges: addressSet([]),
      ownNameServers: new Set(),
      emailDomains: new Set(),
      emailHosts: new Set(),
      party: null,
    };
  const { registered, domains, emailHosts } = identityOf(profile, providers);
  const ranges = rangesOf(profile, providers);
  const holders = ranges.flatMap(({ holder }) => (holder === null || registered !== null ? [] : [holder]));
  const nameServers = profile.nameServers.map(hostKey).filter((host) => !providers.isSharedNameServer(host));
  const ownNameServers = nameServers.filter(
    (host) => domains.has(domainOf(host)) || isNamedLike(domainOf(host), label),
  );
  const emailDomains = new Set(
    [...domains, ...profile.registrant.emailDomains].filter((one) => !providers.isPublicMail(one)),
  );
  return {
    providers,
    labels: new Set([...domains, ...emailDomains].map((one) => labelOf(domainOf(one)).replaceAll("-", ""))),
    domains,
    ranges: addressSet(ranges.flatMap(({ cidrs }) => cidrs)),
    ownNameServers: new Set(ownNameServers),
    emailDomains,
    emailHosts,
    party: partyOf(profile.registrant, [...(profile.aliases ?? []), ...holders]),
  };
}

const hostKey = (host: string): string => host.toLowerCase().replace(/\.$/, "");

/** Exactly that server, or another in the organisation's own domain. */
const isOwnNameServer = ({ ownNameServers, domains, providers }: Compiled, host: string): boolean =>
  (ownNameServers.has(host) || domains.has(domainOf(host))) && !providers.isSharedNameServer(host);

/** A namesake in another place has e-mail addresses of its own. */
const hasOtherMail = ({ providers, emailDomains }: Compiled, { registrant }: Known): boolean =>
  registrant?.emailDomains.some(
    (email) =>
      !providers.isPublicMail(email) && !emailDomains.has(email) && !emailDomains.has(domainOf(email)),
  ) === true;

/** A subsidiary has more of the organisation's name. */
const OTHER_SCORE_MAX = 0.5;

/** Whether the registrant is known to be another body, such as the customer of a web agency: neither its name nor its e-mail domain is alike. */
function isKnownOther(own: Compiled, known: Known): boolean {
  const comparison = known.comparison();
  return (
    comparison?.verdict === "other" && comparison.score < OTHER_SCORE_MAX && byEmail(own, known) === null
  );
}

/** Why an e-mail domain of a third party, such as an agency that registered both, counts; null: it does not, as of who is not known. */
function whyBesideMail(comparison: Comparison | null): EvidenceText | null {
  if (comparison === null) return null;
  const { verdict, why, nearness } = comparison;
  if (verdict === "same") return `the registrant: ${why}`;
  const where = nearness();
  const isOne = where === "street" || (where === "postal-code" && verdict === "unclear");
  // The third party is nobody's concern: it may be a person.
  return isOne ? `the registrant: an e-mail domain of a third party; ${WHERE[where]}` : null;
}

function byEmail(own: Compiled, { registrant, comparison }: Known): Omit<Decision, "rule"> | null {
  for (const email of registrant?.emailDomains ?? []) {
    const domain = own.domains.has(domainOf(email)) ? domainOf(email) : email;
    if (!own.emailDomains.has(domain) || own.providers.isPublicMail(domain)) continue;
    const isOwn = own.domains.has(domain) || own.emailHosts.has(domain);
    const why = isOwn ? evidenceOf("email-domain", domain) : whyBesideMail(comparison());
    if (why !== null) return belongs(why);
  }
  return null;
}
