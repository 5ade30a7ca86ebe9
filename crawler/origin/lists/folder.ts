/** The folder of a path's start (`/news/` for `/news/20`), under which paths without a subfolder are counted. */
export function ownFolder(start: string): string {
  const [file = ""] = start.split("?", 1);
  return file.slice(0, file.lastIndexOf("/") + 1) || "/";
}

/**
 * The folder one level below `start` that contains a path, or the path's own folder if that is higher: with the start `/`, `/news/` for
 * `/news/2008/1` and for `/news/1.html?a/b`; with the start `/news/`, `/news/2008/` for the first.
 */
export function folderOf(path: string, start: string): string {
  const [file = ""] = path.split("?", 1);
  const above = start.lastIndexOf("/", file.length) + 1 || 1;
  const next = file.indexOf("/", above);
  return file.slice(0, next < 0 ? above : next + 1);
}
