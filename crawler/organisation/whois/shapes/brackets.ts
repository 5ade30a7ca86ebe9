import type { Line } from "../text.ts";
import { firstOf, valuesOf } from "../text.ts";
import type { Shape } from "./shape.ts";

const HEADING = /^\[([^\]]{1,40})\]$/;

/** Sections under `[Holder]`, as DENIC wrote them; since 2018 its answers have name servers only. */
export const bracketSections: Shape = {
  name: "bracket-sections",
  read(lines) {
    const isDenic = lines.some(({ key }) => key === "nserver") && lines.some(({ key }) => key === "domain");
    const heading = lines.findIndex(({ text }) => /^\[(?:holder|owner|registrant)\]$/i.test(text));
    if (heading < 0)
      return isDenic &&
        lines.some(({ text, key }) => HEADING.test(text) || (key === "status" && text.includes("connect")))
        ? { registrant: null, nameServers: valuesOf(lines, "nserver") }
        : null;
    const next = lines.findIndex(({ text }, at) => at > heading && HEADING.test(text));
    const holder = lines.slice(heading + 1, next < 0 ? undefined : next);
    const type = firstOf(holder, "type")?.toLowerCase();
    return {
      registrant: {
        organisation: firstOf(holder, "organisation", "organization"),
        name: firstOf(holder, "name"),
        isPerson: type !== undefined && !/^(?:org|legal)/.test(type),
        address: [
          ...valuesOf(holder, "address"),
          [...valuesOf(holder, "postalcode", "pcode"), ...valuesOf(holder, "city")].join(" "),
          ...valuesOf(holder, "countrycode", "country"),
        ],
        places: valuesOf(holder, "city"),
        emails: valuesOf(holder, "email", "e-mail"),
      },
      nameServers: valuesOf(lines, "nserver"),
    };
  },
};

/** `[Registrant]      Example KK`, also numbered `g. [Organization]`: JPRS, in English and Japanese. */
const BRACKET_FIELD = /^(?:[a-z]\. )?\[([^\]]{1,40})\]\s*(.*)$/;

export const bracketFields: Shape = {
  name: "bracket-fields",
  read(lines) {
    const fields = fieldsOf(lines);
    const of = (...names: readonly string[]) =>
      fields.filter(({ key, value }) => names.includes(key) && value !== "").map(({ value }) => value);
    if (of("domain name", "ドメイン名").length === 0) return null;
    const [organisation] = of("organization", "組織名");
    const [registrant] = of("registrant", "登録者名");
    return {
      registrant: {
        organisation: organisation,
        name: registrant,
        address: [...of("postal address", "住所"), ...of("postal code", "郵便番号")],
        emails: of("email", "電子メイル"),
      },
      nameServers: of("name server", "ネームサーバ"),
    };
  },
};

/** An indented line continues the field before it. */
function fieldsOf(lines: readonly Line[]): { readonly key: string; readonly value: string }[] {
  let key = "";
  return lines.flatMap(({ text, indent }) => {
    const [, name, value = ""] = BRACKET_FIELD.exec(text) ?? [];
    if (text === "") key = "";
    if (name !== undefined) key = name.toLowerCase();
    else if (indent === 0 || key === "") return [];
    return [{ key, value: (name === undefined ? text : value).trim() }];
  });
}
