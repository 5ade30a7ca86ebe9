import type { Configuration } from "./types.ts";

/** A pattern of file names (`*`, `?`, `[a-z]`), which do not go over folders, as a regular expression. */
function expressionOf(pattern: string): RegExp | null {
  const parts = pattern
    .replace(/[\\^$+.()|{}]/g, "\\$&")
    .replace(/\*+/g, "[^/]*")
    .replace(/\?/g, "[^/]")
    .replace(/\[!/g, "[^");
  try {
    return new RegExp(`^${parts}$`);
  } catch {
    return null;
  }
}

/** Whether an include names any file that fits: there may be none. */
export const isPattern = (text: string): boolean => /[*?[]/.test(text);

/** Folders in which distributions and installations have the main file. */
const TOP_FOLDERS = ["nginx", "apache2", "httpd", "conf"];

/** Why an include that is a pattern found nothing, where that may be no choice of its author. */
export const NOT_GIVEN = "nothing of that folder was given: give the folder as well, if there is any";

/** Whether an include leads out of the folders in which configurations usually are, and out of the copy's. */
export const isElsewhere = (pattern: string, { topFolder }: Pick<Configuration, "topFolder">): boolean =>
  /^\/(?!etc\/)/.test(pattern) &&
  !pattern
    .split("/")
    .slice(1, -1)
    .some((folder) => TOP_FOLDERS.includes(folder) || folder === topFolder);

/**
 * The files that an include names. The configuration may be a copy, so of an absolute path its end counts: leading folders are left
 * out one by one until something fits. A pattern keeps its last folder, else it would fit the main file and all beside it, unless that is the top
 * folder of a configuration: it is called as they usually are, or as the copy. A folder stands for all files below it, as in Apache.
 */
export function included(
  { files, topFolder }: Omit<Configuration, "main">,
  pattern: string,
  from: string,
): string[] {
  const clean = pattern.replace(/^\.\//, "").replace(/\/+$/, "");
  const segments = clean.split("/").filter((segment) => segment !== "" && segment !== ".");
  const folder = from.split("/").slice(0, -1);
  const isTop = (name = "") => TOP_FOLDERS.includes(name) || name === topFolder;
  const candidates = [
    ...segments
      .map((_, at) => segments.slice(at).join("/"))
      .filter(
        (shorter, at) => at === 0 || shorter.includes("/") || !isPattern(shorter) || isTop(segments[at - 1]),
      ),
    ...(clean.startsWith("/") ? [] : [[...folder, ...segments].join("/")]),
  ];
  for (const candidate of candidates) {
    const expression = expressionOf(candidate);
    const found = [...files.keys()].filter(
      (path) => expression?.test(path) === true || path.startsWith(`${candidate}/`),
    );
    if (found.length > 0) return found.sort();
  }
  return [];
}
