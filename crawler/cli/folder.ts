import { statSync } from "node:fs";

/** Where a file was meant. */
export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
