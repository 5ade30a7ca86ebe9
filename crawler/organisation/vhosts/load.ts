import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Configuration, LIMITS } from "./types.ts";

/** Where a configuration begins, by the distributions' names. */
const MAIN_FILES = ["apache2.conf", "httpd.conf", "conf/httpd.conf", "nginx.conf", "conf/nginx.conf"];

/**
 * The files of a web server's configuration, from its folder or its main file (also a dump, `nginx -T`). Throws what the file
 * system throws.
 */
export function loadConfiguration(path: string, allBytesMax: number = LIMITS.allBytesMax): Configuration {
  const isFolder = statSync(path).isDirectory();
  const folder = isFolder ? path : dirname(path);
  const files = new Map<string, string | null | undefined>();
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const listed = new Set(names);
  let bytes = 0;
  const first = isFolder ? MAIN_FILES : [basename(path)];
  for (const name of new Set([...first, ...names])) {
    if (files.size >= LIMITS.filesReadMax) break;
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stat === undefined && listed.has(name)) files.set(name, undefined);
    if (!stat?.isFile()) continue;
    const isTooLarge = stat.size > Math.min(LIMITS.fileCharsMax, allBytesMax - bytes);
    if (!isTooLarge) bytes += stat.size;
    files.set(name, isTooLarge ? null : readFileSync(join(folder, name), "utf8"));
  }
  return { files, main: first.find((name) => files.has(name)) ?? "", topFolder: basename(resolve(folder)) };
}
