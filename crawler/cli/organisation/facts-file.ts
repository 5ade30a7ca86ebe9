import * as z from "zod/mini";
import { IN_WORDS, mistakes } from "../../../shared/json/mistakes.ts";
import { domainOf, type Providers } from "../../../shared/organisation/providers.ts";
import { intervalOf } from "../../../shared/organisation/ranges.ts";
import {
  type Facts,
  NOBODY,
  type OrganisationProfile,
  type RuleName,
} from "../../../shared/organisation/types.ts";
import { literalAddress, parseIpv4, parseIpv6 } from "../../../shared/url/addresses.ts";
import { UsageError } from "../../runtime/errors.ts";
import { asUsage, readTextFile } from "../options.ts";

const texts = z.array(z.string());
/** A text that has to be of a form; the mistake names it, as a list may have thousands. */
const formed = (isFormed: (text: string) => boolean, what: string) =>
  z.string().check(
    z.refine(isFormed, {
      error: ({ input }) => `${JSON.stringify(String(input).slice(0, SHOWN_CHARS_MAX))} is no ${what}`,
    }),
  );
const SHOWN_CHARS_MAX = 60;
const block = formed((text) => intervalOf(text) !== null, "block of addresses, such as 192.0.2.0/24");
const addresses = z.array(
  formed(
    (text) => parseIpv4(text) !== null || parseIpv6(text.replace(/^\[(.*)\]$/, "$1")) !== null,
    "address, such as 192.0.2.7",
  ),
);
/** What `inspect` prints beside facts: not read. */
const printed = z.optional(z.unknown());
const registrant = z.strictObject({
  organisation: z._default(z.nullable(z.string()), null),
  address: z._default(z.nullable(z.string()), null),
  emailDomains: z._default(texts, []),
  redacted: z._default(z.boolean(), false),
});

const FactsFile = z.strictObject({
  profile: z.strictObject({
    root: printed,
    domain: printed,
    unknown: printed,
    cases: printed,
    routes: z._default(texts, []),
    addresses: z._default(addresses, []),
    netRanges: z._default(
      z.array(
        z.strictObject({
          range: z._default(z.string(), ""),
          cidrs: z.array(block),
          source: z._default(z.string(), ""),
          holder: z._default(z.nullable(z.string()), null),
          hasUnnamedHolder: z._default(z.boolean(), false),
          names: z._default(texts, []),
          emailDomains: z._default(texts, []),
          own: printed,
        }),
      ),
      [],
    ),
    nameServers: z._default(texts, []),
    registrant: z._default(registrant, { ...NOBODY, emailDomains: [] }),
    aliases: z._default(texts, []),
    // What `inspect` prints there are hosts, of which one alone may belong.
    domains: z._default(z.array(z.union([z.string(), z.object({ case: z.unknown() })])), []),
  }),
  hosts: z._default(
    z.record(
      z.string(),
      z.strictObject({
        addresses: z.optional(addresses),
        nameServers: z.optional(texts),
        registrant: z.optional(registrant),
      }),
    ),
    {},
  ),
  providers: z._default(
    z.strictObject({
      nameServers: z._default(texts, []),
      networks: z._default(texts, []),
      emailDomains: z._default(texts, []),
    }),
    { nameServers: [], networks: [], emailDomains: [] },
  ),
});

/** What is known of an organisation and of hosts, from a file in place of questions to registries. */
export interface KnownFacts {
  readonly profile: OrganisationProfile;
  readonly providers: Providers;
  readonly hosts: readonly string[];
  /** Name servers and registrant are those of the domain, where the host has none of its own. */
  factsOf(host: string): Facts;
  /** Whether what a rule looks at is the host's own, and not its domain's. */
  isDelegated(host: string, rule: RuleName): boolean;
}

/** What rules look at that a host may have of its own. */
const LOOKED_AT: Partial<Record<RuleName, "nameServers" | "registrant">> = {
  "name-server": "nameServers",
  "email-domain": "registrant",
  registrant: "registrant",
};

const BYTES_MAX = 64 * 1024 * 1024;

/** Throws a UsageError that names what is wrong in the file. */
export async function readFacts(file: string, root: string): Promise<KnownFacts> {
  const text = await readTextFile(file, BYTES_MAX, "docs/cli.md describes the file").catch(asUsage);
  const read = z.safeParse(FactsFile, jsonOf(file, text), IN_WORDS);
  if (!read.success) throw new UsageError(`${file}: ${mistakes(read.error)}; docs/cli.md describes the file`);
  const { profile, hosts, providers } = read.data;
  const known = new Map(Object.entries(hosts).map(([host, facts]) => [host.toLowerCase(), facts]));
  const factsOf = (host: string) => {
    const literal = literalAddress(host);
    const own = literal === null ? {} : { addresses: [literal] };
    return { ...withoutAbsent(known.get(domainOf(host))), ...withoutAbsent(known.get(host)), ...own, host };
  };
  return {
    profile: {
      ...profile,
      domains: profile.domains.filter((one) => typeof one === "string"),
      root,
      domain: domainOf(root),
      unknown: [],
    },
    providers,
    hosts: [...known.keys()],
    factsOf: (host) => factsOf(host) as Facts,
    isDelegated: (host, rule) => {
      const fact = LOOKED_AT[rule];
      return fact !== undefined && domainOf(host) !== host && known.get(host)?.[fact] !== undefined;
    },
  };
}

const withoutAbsent = (facts: object = {}): object =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

function jsonOf(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${error instanceof Error ? error.message : ""}`);
  }
}
