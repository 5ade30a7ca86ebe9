import { firstOf, valuesOf } from "../text.ts";
import type { Shape } from "./shape.ts";

/** The same twice, in Korean and English: KISA. The English half counts. */
export const korea: Shape = {
  name: "korea",
  read(lines) {
    if (!lines.some(({ key }) => key === "registrant") || !lines.some(({ key }) => key === "host name"))
      return null;
    return {
      registrant: {
        name: firstOf(lines, "registrant"),
        address: [...valuesOf(lines, "registrant address"), ...valuesOf(lines, "registrant zip code")],
        emails: valuesOf(lines, "ac e-mail"),
      },
      nameServers: valuesOf(lines, "host name"),
    };
  },
};
