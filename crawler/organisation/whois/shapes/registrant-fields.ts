import { firstOf, valuesOf } from "../text.ts";
import type { Shape } from "./shape.ts";

const REGISTRANT = /^registrant$|^(?:registrant|owner|holder)(?: contact)?[ :_-]/;

/** One `Registrant …` field a line, as ICANN asks of generic TLDs and many others copied; thin registries name the registrar's server. */
export const registrantFields: Shape = {
  name: "registrant-fields",
  read(lines) {
    const of = (...fields: readonly string[]) =>
      valuesOf(
        lines,
        ...["registrant", "owner", "holder"].flatMap((who) => fields.map((field) => `${who} ${field}`)),
      );
    const isThin = lines.some(({ key }) => key === "registrar whois server" || key === "registry domain id");
    const hasFields = lines.some(
      ({ key, value }) => value !== "" && REGISTRANT.test(key) && !/id$|type$|e-?mail$/.test(key),
    );
    if (!isThin && !hasFields) return null;
    const referral = firstOf(lines, "registrar whois server", "whois server")
      ?.replace(/^https?:\/\//, "")
      .replace(/\/.*$/, "");
    return {
      registrant: hasFields
        ? {
            organisation: of("organization", "organisation", "company", "organization name")[0],
            name: of("name")[0] ?? valuesOf(lines, "registrant")[0] ?? of("contact name", "contact")[0],
            address: [
              ...of("street", "street1", "street2", "street3", "address", "address1", "address2"),
              [
                ...of("postal code", "zip code", "postalcode", "zipcode", "zip"),
                ...of("city", "locality"),
              ].join(" "),
              ...of("state/province", "state", "province"),
              ...of("country", "country code", "country/economy"),
            ],
            places: of("city", "locality", "state/province", "state", "province"),
            emails: of("email", "e-mail", "contact email"),
          }
        : null,
      nameServers: valuesOf(lines, "name server", "nameserver", "nserver", "name servers", "nameservers"),
      referral: referral === "" ? undefined : referral,
    };
  },
};
