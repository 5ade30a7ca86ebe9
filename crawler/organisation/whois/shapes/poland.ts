import { firstOf, objectsOf, sectionOf, valuesOf } from "../text.ts";
import type { Shape } from "./shape.ts";

/** `DOMAIN NAME:` in capitals, name servers in one field over several lines, contacts in sections: NASK. */
export const poland: Shape = {
  name: "poland",
  read(lines) {
    const domain = objectsOf(lines).find(
      ([first]) => first?.key === "domain name" && first.text.startsWith("DOMAIN NAME"),
    );
    if (domain === undefined) return null;
    const holder = sectionOf(lines, /^(?:REGISTRANT|SUBSCRIBER|ABONENT):$/);
    const type = firstOf(domain, "registrant type")?.toLowerCase();
    return {
      registrant: {
        name: firstOf(holder, "company", "organization"),
        isPerson: type !== undefined && type !== "organization",
        address: [
          ...valuesOf(holder, "street"),
          ...valuesOf(holder, "city"),
          ...valuesOf(holder, "location", "country"),
        ],
        places: valuesOf(holder, "city"),
        emails: valuesOf(holder, "email", "e-mail"),
      },
      nameServers: valuesOf(domain, "nameservers"),
    };
  },
};
