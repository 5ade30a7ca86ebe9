import type { Data } from "../../shared/format/json.ts";
import { PRINTERS } from "../../shared/format/printers.ts";
import { printCall } from "../../shared/format/script.ts";
import { xmlDocument } from "../../shared/format/xml.ts";
import type { Reply } from "../parameters.ts";

/** In which a document comes that has no page for people; the first unless told otherwise. */
export const DATA_FORMATS = ["json", "xml", "js"] as const;

/** A document that is no page answer, as JSON, as XML with the same names, or as a script's argument. */
export function printData(
  data: { readonly [key: string]: Data },
  { format, callback }: Reply,
): { readonly body: string; readonly contentType: string } {
  if (format === "xml") return { body: xmlDocument(data), contentType: PRINTERS.xml.contentType };
  if (format === "js" && callback !== null)
    return { body: printCall(callback, data), contentType: PRINTERS.js.contentType };
  return { body: `${JSON.stringify(data)}\n`, contentType: PRINTERS.json.contentType };
}
