import { htmlPrinter } from "./html.ts";
import { printJson } from "./json.ts";
import { printScript } from "./script.ts";
import type { Format, Printer } from "./types.ts";
import { printXml } from "./xml.ts";

/** One answer, four printers (Q6, design 9). */
export const PRINTERS = {
  json: printJson,
  xml: printXml,
  html: htmlPrinter,
  js: printScript,
} as const satisfies Record<Format, Printer>;
