import { valuesOf } from "../text.ts";
import type { Shape } from "./shape.ts";

/** `Address:` and `Email:` without saying whose, the name in the first line of the address: listing 4 of the paper. */
export const unnamedFields: Shape = {
  name: "unnamed-fields",
  read(lines) {
    const keys = new Set(lines.map(({ key }) => key));
    const [name, ...rest] = valuesOf(lines, "address");
    const hasOthers =
      [...keys].some((key) => !KEYS.has(key)) || lines.some(({ text }) => text.startsWith("["));
    if (!keys.has("domain") || name === undefined || hasOthers) return null;
    // Each contact repeats them.
    const next = rest.indexOf(name);
    return {
      registrant: {
        name,
        address: next < 0 ? rest : rest.slice(0, next),
        emails: valuesOf(lines, "email", "e-mail"),
      },
      nameServers: valuesOf(lines, "nserver"),
    };
  },
};

const KEYS: ReadonlySet<string> = new Set(
  "domain nserver status changed address email e-mail phone fax".split(" ").concat(""),
);
