import files from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { hastenDate, paceOf } from "./fast-date.mjs";

/**
 * Loaded before the edge's host (NODE_OPTIONS), which writes the Worker's program: its `Date` has the fast time. workerd itself does not
 * start under faketime.
 */
const SHIM = `(${hastenDate})(${JSON.stringify(paceOf(process.env))});\n`;
const { writeFileSync } = files;
files.writeFileSync = (file, text, ...more) =>
  writeFileSync(file, /(^|\/)worker\.js$/.test(String(file)) ? SHIM + text : text, ...more);
syncBuiltinESMExports();
