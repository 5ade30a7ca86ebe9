import type { Contact } from "../../answer.ts";
import { firstOf, type Line, objectsOf, valuesOf } from "../text.ts";
import type { Shape } from "./shape.ts";

const HOLDER_KEYS = ["holder-c", "registrant", "owner-c", "holder", "registrant-c", "owner handle"] as const;
const HANDLE_KEYS = ["nic-hdl", "nic-hdl-br", "contact", "handle", "contact-handle", "contact-id"] as const;
const NAME_KEYS = ["personname", "name", "person", "role"] as const;
/** What such a domain has in itself. */
const OWN_KEYS = ["org", "owner", "person", "nserver", "nsset"];

/**
 * A domain that names its holder's handle, and contacts below, as RIPE's database prints them: AFNIC, NIC.AT, CZ.NIC, Registro.br, TCI,
 * The Swedish Internet Foundation and others.
 */
export const handles: Shape = {
  name: "handles",
  read(lines) {
    const objects = objectsOf(lines);
    const domain = objects.find(
      ([first]) => first?.key === "domain" || first?.key === "domain name" || first?.key === "state",
    );
    // A holder's name without a blank (.cn) is no handle of anything.
    if (
      domain === undefined ||
      !(domain.some(({ key }) => OWN_KEYS.includes(key)) || contactIn(domain, objects) !== undefined)
    )
      return null;
    // .fi has a section, and nothing of the holder in the domain.
    if (lines.some(({ text }) => text === "Holder")) return null;
    // .au has a name where others have a handle.
    if (/\s/.test(firstOf(domain, ...HOLDER_KEYS) ?? "")) return null;
    const nameServers = objects
      .filter((object) => object === domain || ["nsset", "domain", "nserver"].includes(object[0]?.key ?? ""))
      .flatMap((object) => valuesOf(object, "nserver"));
    return { registrant: holderIn(domain, objects), nameServers };
  },
};

/** The object of the holder's handle. */
function contactIn(
  domain: readonly Line[],
  objects: readonly (readonly Line[])[],
): readonly Line[] | undefined {
  const handle = firstOf(domain, ...HOLDER_KEYS);
  return objects.find(
    (one) =>
      one !== domain &&
      one.some(({ key, value }) => HANDLE_KEYS.some((name) => name === key) && value === handle),
  );
}

function holderIn(domain: readonly Line[], objects: readonly (readonly Line[])[]): Contact | null {
  // In the domain itself: .ru has `org` or `person`, .br `owner` with its number in the register.
  const organisation = firstOf(domain, "org");
  const contact = contactIn(domain, objects);
  if (organisation !== undefined || firstOf(domain, "owner") !== undefined)
    return {
      ...(organisation === undefined ? ownerOf(domain) : { organisation }),
      address: [...valuesOf(domain, "address"), ...valuesOf(domain, "country")],
      emails: [...valuesOf(domain, "e-mail"), ...(contact === undefined ? [] : valuesOf(contact, "e-mail"))],
    };
  return contact === undefined ? null : contactOf(contact);
}

/** The owner in Latin America: Brazilian persons have a number of eleven figures, who trades has one of fourteen; others have handles. */
export function ownerOf(lines: readonly Line[]): Pick<Contact, "name" | "isPerson"> {
  const figures = (firstOf(lines, "ownerid") ?? "").replace(/\D/g, "").length;
  return { name: firstOf(lines, "owner"), isPerson: figures === 11 };
}

function contactOf(contact: readonly Line[]): Contact {
  const type = firstOf(contact, "type")?.toLowerCase();
  // AFNIC repeats the key of a contact for its name.
  const named =
    firstOf(contact, ...NAME_KEYS) ??
    (contact[0]?.key === "contact" ? undefined : firstOf(contact, "contact"));
  const organisation = firstOf(
    contact,
    "org",
    "organization",
    "organisation",
    "org-name",
    "organization-loc",
    "company",
  );
  return {
    organisation,
    name: named,
    isPerson: type === "person" || type === "individual",
    address: [
      ...valuesOf(contact, "address", "street address", "street"),
      [...valuesOf(contact, "postal code", "postalcode", "postcode"), ...valuesOf(contact, "city")].join(" "),
      ...valuesOf(contact, "country", "countrycode"),
    ].filter((line) => line !== named && line !== organisation),
    places: valuesOf(contact, "city"),
    emails: valuesOf(contact, "e-mail", "email", "eppcontact"),
    redacted: firstOf(contact, "anonymous")?.toLowerCase() === "yes",
  };
}
