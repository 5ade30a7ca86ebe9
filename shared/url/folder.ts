/** The folder in which a start of a path lies: what is in none of its folders is counted there. */
export function ownFolder(start: string): string {
  const [file = ""] = start.split("?", 1);
  return file.slice(0, file.lastIndexOf("/") + 1) || "/";
}

/**
 * In which folder below the start a path lies, or in which it lies itself: `/news/` for `/news/2008/1` and for `/news/1.html?a/b` alike
 * with the start `/`; with the start `/news/` it is `/news/2008/` for the first.
 */
export function folderOf(path: string, start: string): string {
  const [file = ""] = path.split("?", 1);
  const above = start.lastIndexOf("/", file.length) + 1 || 1;
  const next = file.indexOf("/", above);
  return file.slice(0, next < 0 ? above : next + 1);
}
