import type { Contact } from "../../answer.ts";
import { firstOf, type Line, sectionOf, valuesOf } from "../text.ts";
import type { Shape } from "./shape.ts";

const textsOf = (lines: readonly Line[]): string[] =>
  lines.map(({ text }) => text).filter((text) => text !== "");

const NAME_SERVERS =
  /^(?:(?:domain |authoritative )?(?:name ?servers|nameservers?)|(?:domain )?servers)(?: \(.*\))?:?$/i;
/** The body before the person who speaks for it: Jisc has both. */
const REGISTRANTS = [
  /^(?:registered for|domain owner):?$/i,
  /^(?:registrant|holder of domain name|domain holder|titular|owner|holder)(?: contact)?:?$/i,
];
/** How registries number contacts: `GOO001748-EXMPL`. */
const HANDLE = /^[A-Z0-9]{3,}-[A-Z0-9]+$/;

/** Headings with lines below them: Nominet, Jisc, SIDN, EURid, DNS Belgium, SWITCH, NIC.IT, TRABIS, EDUCAUSE. */
export const sections: Shape = {
  name: "sections",
  read(lines) {
    const registrant =
      REGISTRANTS.map((heading) => sectionOf(lines, heading)).find((section) => section.length > 0) ?? [];
    const servers = sectionOf(lines, NAME_SERVERS).map(({ value, text }) => value || text);
    if (registrant.length === 0 && servers.length === 0) return null;
    return {
      registrant: registrant.length === 0 ? null : contactOf(registrant, lines),
      nameServers: servers.length > 0 ? servers : valuesOf(lines, "nserver"),
    };
  },
};

function contactOf(section: readonly Line[], all: readonly Line[]): Contact {
  if (
    section.some(
      ({ key }) => /^(?:organi[sz]ation|company)$/.test(key) || key === "name" || key === "contactid",
    )
  )
    return keyed(section);
  const [first, ...rest] = textsOf(section).filter((text) => !HANDLE.test(text));
  const apart = textsOf(sectionOf(all, /^registrant(?:'s)? address:$/i));
  const [type] = textsOf(sectionOf(all, /^registrant type:$/i));
  return {
    name: first,
    isPerson: /individual|sole trader|unknown/i.test(type ?? ""),
    address: apart.length === 0 ? beforeLanguage(rest) : apart,
    emails: apart.length === 0 ? rest : apart,
  };
}

/** SWITCH names the contract's language behind the address. */
function beforeLanguage(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex((line) => /^contractual language/i.test(line));
  return end < 0 ? lines : lines.slice(0, end);
}

/** `Organization: …` below a heading; NIC.IT writes a person's name there, too, and Punktum a body's under `Name`. */
function keyed(section: readonly Line[]): Contact {
  let key = "";
  const lines = section.map((line) => {
    if (line.key !== "") key = line.key;
    return line.key === "" && line.indent > 0 ? { ...line, key, value: line.text } : line;
  });
  const organisation = firstOf(lines, "organization", "organisation", "company");
  const name = firstOf(lines, "name");
  return {
    organisation: name === undefined ? undefined : organisation,
    name: name ?? organisation,
    address: [
      ...valuesOf(lines, "address", "street"),
      ...valuesOf(lines, "postal code", "postalcode", "postal"),
      ...valuesOf(lines, "city"),
      ...valuesOf(lines, "country"),
    ],
    places: valuesOf(lines, "city"),
    emails: valuesOf(lines, "email", "e-mail", "holder email"),
  };
}
