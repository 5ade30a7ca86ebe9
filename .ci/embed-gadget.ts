/**
 * Puts the gadget's source into a module, so that the Worker carries it on every runtime and through every bundler.
 * `bun .ci/embed-gadget.ts` after a change of edge/gadget/gadget.js; a test says when it was forgotten.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const folder = resolve(import.meta.dirname, "../edge/gadget");

export const embeddedGadget = (): string =>
  [
    "/** Made from gadget.js by .ci/embed-gadget.ts; edit that file, not this one. */",
    `export const GADGET_SOURCE = ${JSON.stringify(readFileSync(resolve(folder, "gadget.js"), "utf8"))};`,
    "",
  ].join("\n");

if (import.meta.main) writeFileSync(resolve(folder, "source.ts"), embeddedGadget());
