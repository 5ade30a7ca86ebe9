import type { Registrant } from "../../../shared/organisation/types.ts";
import { emailDomainsOf, hostsOf, isAbout, NOTHING, type RegistryAnswer, registrantOf } from "../answer.ts";
import { LIMITS, oneLine } from "../limits.ts";
import { bracketFields, bracketSections } from "./shapes/brackets.ts";
import { handles } from "./shapes/handles.ts";
import { korea } from "./shapes/korea.ts";
import { poland } from "./shapes/poland.ts";
import { registrantFields } from "./shapes/registrant-fields.ts";
import { sections } from "./shapes/sections.ts";
import type { Shape } from "./shapes/shape.ts";
import { unnamedFields } from "./shapes/unnamed-fields.ts";
import { firstOf, type Line, linesOf, objectsOf, valuesOf } from "./text.ts";

/** The peculiar ones first: general shapes would read half of their answers. */
const SHAPES: readonly Shape[] = [
  korea,
  poland,
  bracketSections,
  bracketFields,
  unnamedFields,
  handles,
  registrantFields,
  sections,
];

/** What a registry or registrar says of a domain by whois (paper, 4.2, 4.3); null where no shape is known, or it speaks of another domain. */
export function parseDomain(answer: string, asked?: string): RegistryAnswer | null {
  const lines = linesOf(answer.slice(0, LIMITS.answerBytesMax));
  if (asked !== undefined && !isAbout(namesIn(lines), asked)) return null;
  for (const { read } of SHAPES) {
    const found = read(lines);
    if (found === null) continue;
    return {
      ...NOTHING,
      nameServers: hostsOf(found.nameServers),
      registrant:
        found.registrant === null
          ? NOTHING.registrant
          : withOwnContacts(registrantOf(found.registrant, domainIn(lines)), lines),
      referral: hostsOf([found.referral ?? ""])[0] ?? null,
    };
  }
  return null;
}

/** `[Domain Name]  EXAMPLE.JP`, also numbered: JPRS. */
const BRACKETED = /^(?:[a-z]\. )?\[domain name\]\s*(\S+)/i;

/** The domains that an answer speaks of. */
const namesIn = (lines: readonly Line[]): string[] => [
  ...objectsOf(lines).flatMap((object) => valuesOf(object, "domain name", "domain")),
  ...lines.flatMap(({ text }) => BRACKETED.exec(text)?.[1] ?? []),
];

const domainIn = (lines: readonly Line[]): string =>
  (firstOf(lines, "domain name", "domain") ?? "").toLowerCase();

const CONTACT_KEY = /^(?:admin|tech|billing|registrar)\b/;

/**
 * A registrant with the e-mail domains of other contacts that name the same organisation: many registries give no address of the
 * registrant's own.
 */
function withOwnContacts(registrant: Registrant, lines: readonly Line[]): Registrant {
  const { organisation } = registrant;
  if (organisation === null) return registrant;
  const contacts = objectsOf(lines).flatMap((object) => [
    ...Map.groupBy(object, ({ key }) => CONTACT_KEY.exec(key)?.[0] ?? "").values(),
  ]);
  const emails = contacts
    .filter((contact) =>
      contact.some(({ value, text }) => [value, text].some((one) => oneLine(one) === organisation)),
    )
    .flatMap((contact) => contact.filter(({ text }) => text.includes("@")))
    .map(({ text }) => text);
  return {
    ...registrant,
    emailDomains: [...new Set([...registrant.emailDomains, ...emailDomainsOf(emails)])].slice(
      0,
      LIMITS.emailsMax,
    ),
  };
}
