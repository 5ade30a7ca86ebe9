/**
 * Puts the gadget's scripts into a module, so that the Worker carries it on every runtime and through every bundler.
 * `bun .ci/embed-gadget.ts` after a change of edge/gadget/*.js; a test says when it was forgotten.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../edge/gadget");

const sourceOf = (name: string): string => JSON.stringify(readFileSync(resolve(folder, name), "utf8"));

export const embeddedGadget = (): string =>
  [
    "/** Made from the scripts beside it by .ci/embed-gadget.ts; edit those, not this one. */",
    `export const GADGET_SOURCE = ${sourceOf("gadget.js")};`,
    `export const WORDS_SOURCE = ${sourceOf("words.js")};`,
    "/** What runs behind the words, in this order. */",
    `export const REST_SOURCES = [${["card.js", "marks.js", "summary.js"].map(sourceOf).join(", ")}];`,
    `export const REPAIR_SOURCE = ${sourceOf("repair.js")};`,
    "",
  ].join("\n");

if (import.meta.main) writeFileSync(resolve(folder, "source.ts"), embeddedGadget());
