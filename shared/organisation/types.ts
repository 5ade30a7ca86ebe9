/** What a registry says about who holds a domain, without anything about persons (O1). */
export interface Registrant {
  /** As registered; null: not known, redacted, a person, or a privacy proxy. */
  readonly organisation: string | null;
  /** Postal address on one line, its parts joined with ", ", the country last. */
  readonly address: string | null;
  /** Domains of e-mail addresses, in lower case; never whole addresses. */
  readonly emailDomains: readonly string[];
  /** Whether the registry withheld something (RFC 9537, or a text such as "REDACTED FOR PRIVACY"). */
  readonly redacted: boolean;
}

/** A block of addresses, as a regional registry describes it. */
export interface NetRange {
  /** `192.0.2.0 - 192.0.2.255` */
  readonly range: string;
  readonly cidrs: readonly string[];
  /** Which registry said so: `RIPE`, `ARIN` … */
  readonly source: string;
  /** The organisation that the registry names as its holder. */
  readonly holder: string | null;
  /** The registry names a holder who is not recognisable as an organisation, and whose name is not kept: it may be a person. */
  readonly hasUnnamedHolder?: boolean;
  /** Further names and remarks (network name, description): they can confirm a holder, not refute one. */
  readonly names?: readonly string[];
  readonly emailDomains?: readonly string[];
}

/** What identifies the organisation behind a root domain (O1). */
export interface OrganisationProfile {
  /** As the operator gave it. */
  readonly root: string;
  /** The registrable domain. */
  readonly domain: string;
  readonly addresses: readonly string[];
  readonly netRanges: readonly NetRange[];
  /** Prefixes around its addresses as they are announced: often the provider's, so they identify nobody. */
  readonly routes?: readonly string[];
  readonly nameServers: readonly string[];
  readonly registrant: Registrant;
  /** What could not be found out. */
  readonly unknown: readonly string[];
  /** From the operator: further names of the organisation. */
  readonly aliases?: readonly string[];
  /** Further domains of its own: from the operator, and those of its name servers. */
  readonly domains?: readonly string[];
}

/**
 * What is known of a host that is to be decided. An absent member was not asked yet: cheap ones come first, and of a decision
 * "belongs" only that by a name server can be changed by what is asked later, where the registrant turns out to be another.
 */
export interface Facts {
  /** In lower case and punycode. */
  readonly host: string;
  readonly addresses?: readonly string[];
  readonly nameServers?: readonly string[];
  readonly registrant?: Registrant;
}

/** The rules in the order in which they are asked (O2); the last four are for what none of the others decides. */
export type RuleName =
  | "same-domain"
  | "net-range"
  | "name-server"
  | "email-domain"
  | "registrant"
  | "platform"
  | "other-registrant"
  | "not-comparable"
  | "no-facts";

export interface Decision {
  readonly decision: "belongs" | "foreign" | "unknown";
  readonly rule: RuleName;
  /** What was compared with what, in one English sentence without persons' data. */
  readonly evidence: string;
  /** 0 to 1: how alike the two are by this rule; 1 for rules that know yes and no only. */
  readonly score: number;
}

export const NOBODY: Registrant = { organisation: null, address: null, emailDomains: [], redacted: false };
