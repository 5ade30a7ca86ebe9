import { isRecord, records } from "../../../shared/json/record.ts";
import { cidrsOfRange, isPlaceholder } from "../../../shared/organisation/ranges.ts";
import type { NetRange, Registrant } from "../../../shared/organisation/types.ts";
import {
  emailDomainsOf,
  emailDomainsOfNetwork,
  hostsOf,
  isAbout,
  NOTHING,
  type RegistryAnswer,
  registrantOf,
} from "../answer.ts";
import { LIMITS, oneLine } from "../limits.ts";
import { mayBePersons, namesOfBodies } from "../persons.ts";
import { contactOf, entityOf, redactionsOf } from "./contact.ts";

/**
 * An RDAP answer about a domain, a network or an entity (RFC 9083); null where it is none, or about another domain.
 * @param asked the domain that is asked about; of a network, of whose organisation
 * @param text at most 256 KiB count
 */
export function parseRdap(text: string, asked?: string): RegistryAnswer | null {
  const object = parsed(text);
  if (object === null || (asked !== undefined && !isAbout(namesIn(object), asked))) return null;
  const registrant = registrantIn(object);
  switch (object.objectClassName) {
    case "domain":
      return { ...NOTHING, registrant, nameServers: nameServersIn(object), referral: referralIn(object) };
    case "ip network": {
      const range = rangeIn(object, registrant, asked);
      return { ...NOTHING, registrant, ranges: range === null ? [] : [range], cidrs: range?.cidrs ?? [] };
    }
    case "entity":
      return { ...NOTHING, registrant: registrantOf(contactOf(object, redactionsOf(object.redacted))) };
    default:
      return null;
  }
}

const namesIn = ({ ldhName, unicodeName }: Record<string, unknown>): string[] =>
  [ldhName, unicodeName].filter((name) => typeof name === "string");

function parsed(text: string): Record<string, unknown> | null {
  if (text.length > LIMITS.answerBytesMax) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function registrantIn(object: Record<string, unknown>) {
  const redactions = redactionsOf(object.redacted);
  const entity = entityOf(object, "registrant");
  if (entity === null) return { ...NOTHING.registrant, redacted: redactions.any };
  const contact = contactOf(entity, redactions);
  const domain = typeof object.ldhName === "string" ? object.ldhName.toLowerCase() : "";
  const registrant = registrantOf(contact, domain);
  if (registrant.organisation === null) return registrant;
  const emailDomains = OTHER_ROLES.flatMap((role) => {
    const other = entityOf(object, role);
    const contact = other === null ? null : registrantOf(contactOf(other, redactions), domain);
    return contact?.organisation === registrant.organisation ? contact.emailDomains : [];
  });
  return { ...registrant, emailDomains: [...new Set([...registrant.emailDomains, ...emailDomains])] };
}

/** Contacts that, where they name the same organisation, have its e-mail addresses, too. */
const OTHER_ROLES = ["administrative", "technical"] as const;

const nameServersIn = (object: Record<string, unknown>): string[] =>
  hostsOf(
    records(object.nameservers).flatMap(({ ldhName }) => (typeof ldhName === "string" ? [ldhName] : [])),
  );

/** Where a thin registry sends who wants to know the registrant. */
function referralIn(object: Record<string, unknown>): string | null {
  const [related] = records(object.links).flatMap(({ rel, type, href }) => {
    const isRdap = type === undefined || (typeof type === "string" && type.includes("rdap"));
    return rel === "related" && isRdap && typeof href === "string" && /^https?:\/\//.test(href) ? [href] : [];
  });
  return related?.slice(0, LIMITS.lineCharsMax) ?? null;
}

function rangeIn(object: Record<string, unknown>, registrant: Registrant, root?: string): NetRange | null {
  const { startAddress, endAddress, name, port43 } = object;
  if (typeof startAddress !== "string" || typeof endAddress !== "string") return null;
  const range = `${startAddress} - ${endAddress}`;
  // What `cidr0_cidrs` says beside it may be another thing.
  const cidrs = cidrsOfRange(range);
  if (isPlaceholder(cidrs)) return null;
  const remarks = records(object.remarks).flatMap(({ description }) =>
    Array.isArray(description) ? description.filter((one) => typeof one === "string") : [],
  );
  const holder = registrant.organisation;
  const own = typeof name === "string" ? [name] : [];
  const kept = own.filter((one) => !mayBePersons(one, registrant));
  const names = [...kept, ...namesOfBodies(remarks.slice(0, LIMITS.emailsMax))]
    .map(oneLine)
    .slice(0, LIMITS.emailsMax);
  const hasHolder = kept.length < own.length || entityOf(object, "registrant") !== null;
  return {
    range: oneLine(range),
    cidrs: cidrs.slice(0, LIMITS.rangesMax),
    source: sourceOf(port43),
    holder,
    ...(holder === null && hasHolder && { hasUnnamedHolder: true }),
    names,
    emailDomains: emailDomainsOfNetwork(registrant, contactDomains(object), names, root),
  };
}

/** Who runs the whois server of the answer: `whois.ripe.net` is RIPE. */
function sourceOf(port43: unknown): string {
  const host = typeof port43 === "string" ? port43 : "";
  return /(?:^|\.)(ripe|arin|apnic|lacnic|afrinic)\.net$/i.exec(host)?.[1]?.toUpperCase() ?? "RDAP";
}

function contactDomains(object: Record<string, unknown>): string[] {
  const contacts = ["registrant", "abuse", "administrative", "technical"].flatMap((role) => {
    const entity = entityOf(object, role);
    return entity === null ? [] : contactOf(entity, redactionsOf(null)).emails;
  });
  return emailDomainsOf(contacts);
}
