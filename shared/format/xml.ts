import { answerData, type Data, errorDocument } from "./json.ts";
import type { Printer } from "./types.ts";

/** XML 1.0, production 2 "Char": everything else may not even stand as a character reference. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  // Parsers turn a bare carriage return into a line feed (2.11).
  "\r": "&#13;",
};

export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>"'\r]/g, (character) => ENTITIES[character] ?? "");
}

function element(name: string, value: Data): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value))
    return `<${name}>${value.map((member) => element("item", member)).join("")}</${name}>`;
  if (typeof value === "object")
    return `<${name}>${Object.entries(value)
      .map(([key, member]) => element(key, member))
      .join("")}</${name}>`;
  return `<${name}>${escapeXml(String(value))}</${name}>`;
}

/**
 * The same names as JSON: a key is an element, a member of a list is an `item`, null is an absent element
 * (and "" an empty one: an archived URL without a chosen version, A1). Keys are our own, never a caller's.
 */
export function xmlDocument(data: Data): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("answer", data)}\n`;
}

export const printXml: Printer = {
  contentType: "application/xml; charset=utf-8",
  print: (answer) => xmlDocument(answerData(answer)),
  printError: (error) => xmlDocument(errorDocument(error)),
};
