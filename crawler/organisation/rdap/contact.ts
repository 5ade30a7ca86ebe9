import { isRecord, records } from "../../../shared/json/record.ts";
import { isWithheld } from "../../../shared/organisation/lists/redaction.ts";
import type { Contact } from "../answer.ts";

/** A property of a jCard: name, parameters, type, values (RFC 7095 3.3). */
interface Property {
  readonly name: string;
  readonly parameters: Record<string, unknown>;
  readonly value: unknown;
}

const PROPERTIES_MAX = 100;

function propertiesOf(vcardArray: unknown): Property[] {
  const [, list] = Array.isArray(vcardArray) ? (vcardArray as unknown[]) : [];
  return (Array.isArray(list) ? (list as unknown[]) : []).slice(0, PROPERTIES_MAX).flatMap((one) => {
    if (!Array.isArray(one) || typeof one[0] !== "string") return [];
    return [
      { name: one[0].toLowerCase(), parameters: isRecord(one[1]) ? one[1] : {}, value: one[3] as unknown },
    ];
  });
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Texts of a value, which may be structured: a text, a list of texts, or of lists of them. */
const textsOf = (value: unknown): string[] => [value].flat(2).filter(isText);

/** Components of an address: box, extension, street, city, region, code, country (RFC 6350 6.3.1); or its label. */
function addressOf({ value, parameters }: Property): Pick<Contact, "address" | "places"> {
  const components = Array.isArray(value) ? (value as unknown[]).map((one) => textsOf(one).join(", ")) : [];
  const [box = "", extension = "", street = "", city = "", region = "", code = "", country = ""] = components;
  const label = typeof parameters.label === "string" ? parameters.label.split(/\r?\n/) : [];
  const lines = [box, extension, street, `${code} ${city}`.trim(), region].filter((line) => line !== "");
  const { cc } = parameters;
  const address = [
    ...(lines.length === 0 ? label : lines),
    country === "" && typeof cc === "string" ? cc : country,
  ].filter((line) => line !== "");
  return { address, places: [city, region] };
}

/** What a redaction is about, by the name that the server gives it: "Registrant Email" (RFC 9537 4.2). */
export interface Redactions {
  readonly any: boolean;
  readonly email: boolean;
  readonly organisation: boolean;
  readonly address: boolean;
}

/** The fields of a registrant that a domain's answer calls redacted. */
export function redactionsOf(redacted: unknown): Redactions {
  const names = records(redacted)
    .slice(0, PROPERTIES_MAX)
    .map(({ name, method }) => ({
      text: isRecord(name) ? ([name.description, name.type].find(isText) ?? "").toLowerCase() : "",
      replaced: method === "replacementValue" || method === "partialValue",
    }))
    .filter(
      ({ text }) => /registrant|holder|owner/.test(text) || !/admin|tech|billing|abuse|registrar/.test(text),
    );
  const about = (pattern: RegExp) => names.some(({ text, replaced }) => replaced && pattern.test(text));
  return {
    any: names.length > 0,
    email: about(/e-?mail|contact uri/),
    organisation: names.some(({ text }) => /organi[sz]ation/.test(text)),
    address: about(/street|city|postal|address|state|province/),
  };
}

const isMarkedRedacted = (entity: Record<string, unknown>): boolean =>
  records(entity.remarks).some(({ title, type }) =>
    [title, type].some((text) => typeof text === "string" && isWithheld(text)),
  );

/** The contact of an entity (RFC 9083 5.1). */
export function contactOf(entity: Record<string, unknown>, redactions: Redactions): Contact {
  const properties = propertiesOf(entity.vcardArray);
  const values = (name: string) => properties.filter((one) => one.name === name);
  const text = (name: string) =>
    values(name)
      .flatMap(({ value }) => textsOf(value))
      .find((one) => one.trim() !== "");
  const kind = text("kind")?.toLowerCase();
  const [address] = values("adr").map(addressOf);
  const name = text("fn");
  const absent = values("org").length > 0 ? "" : kind === "org" ? name : undefined;
  return {
    organisation: redactions.organisation ? "" : (text("org") ?? absent),
    name,
    // Registries and registrars call persons "org", too.
    isPerson: kind !== undefined && kind !== "org",
    ...(redactions.address || address === undefined ? { address: [] } : address),
    emails: redactions.email ? [] : values("email").flatMap(({ value }) => textsOf(value)),
    redacted: redactions.any || isMarkedRedacted(entity),
  };
}

const DEPTH_MAX = 3;

const isBody = ({ vcardArray }: Record<string, unknown>): boolean =>
  propertiesOf(vcardArray).some(({ name, value }) => name === "kind" && value === "org");

/** The entity of a role, also inside another one; of several a body, as RIPE has maintainers of data beside it. */
export function entityOf(
  object: Record<string, unknown>,
  role: string,
  depth = 0,
): Record<string, unknown> | null {
  const entities = records(object.entities).slice(0, PROPERTIES_MAX);
  const having = entities.filter(({ roles }) => Array.isArray(roles) && roles.includes(role));
  const found = having.find(isBody) ?? having[0];
  if (found !== undefined) return found;
  if (depth >= DEPTH_MAX) return null;
  for (const entity of entities) {
    const inside = entityOf(entity, role, depth + 1);
    if (inside !== null) return inside;
  }
  return null;
}
