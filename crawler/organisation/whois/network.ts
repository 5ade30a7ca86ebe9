import { cidrsOfRange, intervalOf, isPlaceholder } from "../../../shared/organisation/ranges.ts";
import type { NetRange, Registrant } from "../../../shared/organisation/types.ts";
import {
  emailDomainsOf,
  emailDomainsOfNetwork,
  NOTHING,
  type RegistryAnswer,
  registrantOf,
} from "../answer.ts";
import { LIMITS, oneLine } from "../limits.ts";
import { mayBePersons, namesOfBodies } from "../persons.ts";
import { ownerOf } from "./shapes/handles.ts";
import { firstOf, type Line, linesOf, objectsOf, valuesOf } from "./text.ts";

/** What a regional registry says of an address: RIPE, APNIC and AFRINIC (RPSL, RFC 2622), ARIN, LACNIC and its national registries; null where no network is named. @param root of whose organisation */
export function parseNetwork(answer: string, root = ""): RegistryAnswer | null {
  const lines = linesOf(answer.slice(0, LIMITS.answerBytesMax));
  const found = lines.some(({ key }) => key === "netrange") ? arin(lines, root) : rpsl(lines, answer, root);
  if (found.length === 0) return null;
  const ranges = found.filter(({ range }) => !isPlaceholder(range.cidrs)).slice(0, LIMITS.rangesMax);
  return {
    ...NOTHING,
    ranges: ranges.map(({ range }) => range),
    cidrs: [...new Set(ranges.flatMap(({ range }) => range.cidrs))].slice(0, LIMITS.rangesMax),
    routes: valuesOf(lines, "route", "route6")
      .filter((route) => intervalOf(route) !== null)
      .slice(0, LIMITS.rangesMax),
    registrant: ranges.at(-1)?.registrant ?? NOTHING.registrant,
    referral: /^whois:\/\/([\w.-]+)/.exec(firstOf(lines, "referralserver") ?? "")?.[1] ?? null,
  };
}

interface Found {
  readonly range: NetRange;
  readonly registrant: Registrant;
}

/** ARIN prints the networks around an address one after the other, each with its organisation; the last is the nearest. */
function arin(lines: readonly Line[], root: string): Found[] {
  const starts = lines.flatMap(({ key }, at) => (key === "netrange" ? [at] : []));
  return starts.map((start, at) => {
    const block = lines.slice(start, starts[at + 1]);
    const registrant = registrantOf({
      // Both may be persons.
      organisation: firstOf(block, "orgname", "custname"),
      address: [
        ...valuesOf(block, "address"),
        ...valuesOf(block, "city"),
        ...valuesOf(block, "stateprov"),
        ...valuesOf(block, "postalcode"),
        ...valuesOf(block, "country"),
      ],
      places: valuesOf(block, "city", "stateprov"),
      emails: valuesOf(block, "orgabuseemail", "orgtechemail"),
    });
    const range = firstOf(block, "netrange") ?? "";
    return {
      range: rangeOf(range, "ARIN", registrant, {
        names: valuesOf(block, "netname").slice(0, LIMITS.emailsMax),
        isNamed: firstOf(block, "orgname", "custname") !== undefined,
        cidrs: cidrsOfRange(range),
        root,
      }),
      registrant,
    };
  });
}

function rpsl(lines: readonly Line[], answer: string, root: string): Found[] {
  const objects = objectsOf(lines);
  const abuse = /abuse contact for .{1,100} is '([^']{1,100})'/i.exec(answer)?.[1];
  return objects
    .filter(([first]) => first?.key === "inetnum" || first?.key === "inet6num")
    .map((object) => {
      const registrant = holderOf(object, objects);
      const range = oneLine(object[0]?.value ?? "");
      return {
        range: rangeOf(range, sourceOf(object, answer), registrant, {
          names: [
            ...valuesOf(object, "netname").slice(0, LIMITS.emailsMax),
            ...namesOfBodies(valuesOf(object, "descr").slice(0, LIMITS.emailsMax)),
          ],
          cidrs: cidrsOfRange(whole(range)),
          root,
          isNamed: firstOf(object, "org", "owner") !== undefined,
          ...(abuse !== undefined && { emails: [abuse] }),
        }),
        registrant,
      };
    });
}

/** The organisation of a network: the object that its `org` names; at LACNIC the network's own `owner`. */
function holderOf(network: readonly Line[], objects: readonly (readonly Line[])[]): Registrant {
  const handle = firstOf(network, "org");
  const organisation =
    objects.find(([first]) => first?.key === "organisation" && first.value === handle) ?? [];
  // Members of the registry may be persons, too.
  const name = firstOf(organisation, "org-name");
  return registrantOf({
    ...(name === undefined ? ownerOf(network) : { organisation: name }),
    address: [
      ...valuesOf(organisation, "address"),
      ...valuesOf(organisation, "country"),
      ...(organisation.length === 0
        ? [...valuesOf(network, "address"), ...valuesOf(network, "country")]
        : []),
    ],
    emails: [...valuesOf(organisation, "e-mail", "abuse-mailbox"), ...valuesOf(network, "e-mail")],
  });
}

interface Described {
  readonly names: readonly string[];
  readonly cidrs: readonly string[];
  readonly emails?: readonly string[];
  readonly root: string;
  /** Whether a holder is, recognisable or not. */
  readonly isNamed: boolean;
}

const rangeOf = (
  range: string,
  source: string,
  registrant: Registrant,
  { names, cidrs, emails = [], root, isNamed }: Described,
): NetRange => {
  const holder = registrant.organisation;
  const kept = names.map(oneLine).filter((name) => !mayBePersons(name, registrant));
  const hasHolder = isNamed || kept.length < names.length;
  return {
    range: oneLine(range),
    cidrs,
    source,
    holder,
    ...(hasHolder && holder === null && { hasUnnamedHolder: true }),
    names: kept,
    emailDomains: emailDomainsOfNetwork(registrant, emailDomainsOf(emails), kept, root),
  };
};

const SOURCES = ["RIPE", "APNIC", "AFRINIC", "LACNIC"];

function sourceOf(object: readonly Line[], answer: string): string {
  const stated = firstOf(object, "source")?.split(/[\s#]/)[0]?.toUpperCase();
  if (stated !== undefined) return stated;
  return (
    SOURCES.find((name) => answer.slice(0, 500).toUpperCase().includes(name)) ??
    (/nic\.br/i.test(answer) ? "NIC.BR" : "whois")
  );
}

/** LACNIC leaves final zeros out: `192.0.2/24`. */
function whole(range: string): string {
  const [, octets = "", length = ""] = /^([\d.]+)\/(\d+)$/.exec(range) ?? [];
  if (octets === "") return range;
  return `${[...octets.split("."), "0", "0", "0"].slice(0, 4).join(".")}/${length}`;
}
