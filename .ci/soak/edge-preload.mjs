import files from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Loaded before the edge's host (NODE_OPTIONS), which writes the Worker's program: its `Date` has the fast time. workerd itself does not
 * start under faketime.
 */
const [since = 0, rate = 1] = (process.env.WEBOID_SOAK_PACE ?? "").split(" ").map(Number);
const SHIM = `{
  const own = Date, now = own.now.bind(own), fast = () => Math.round(${since} + (now() - ${since}) * ${rate});
  globalThis.Date = new Proxy(own, {
    construct: (date, values) => (values.length > 0 ? Reflect.construct(date, values) : new date(fast())),
    get: (date, name) => (name === "now" ? fast : Reflect.get(date, name)),
  });
}\n`;
const { writeFileSync } = files;
files.writeFileSync = (file, text, ...more) =>
  writeFileSync(file, /(^|\/)worker\.js$/.test(String(file)) ? SHIM + text : text, ...more);
syncBuiltinESMExports();
