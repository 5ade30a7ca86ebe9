/** A link of the `application/link-format` (RFC 6690), in which TimeMaps are written (RFC 7089, 5). */
export interface Link {
  readonly url: string;
  /** In lower case. */
  readonly rels: readonly string[];
  /** The other attributes by their names in lower case; of several equal ones the first. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Lists may have empty members, and parameters (RFC 8288, 3). */
const LINK = /[\s,]*<([^<>]*)>/y;
/** A name with a value in quotation marks, in which `\` frees the next character, in single ones, or a bare one. */
const ATTRIBUTE =
  /\s*;[\s;]*([a-z0-9*!#$&+.^_`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s";,]*)))?/iy;
const BETWEEN = /[\s;]*(?:,[\s,]*|$)/y;

/**
 * The links of a TimeMap, in their order; null: the text is something else, or breaks off. URLs and quoted values may contain
 * commas and semicolons. Linear time.
 */
export function readLinks(text: string): readonly Link[] | null {
  const links: Link[] = [];
  const source = text.replace(/^\ufeff/, "").trimEnd();
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  while (at < source.length) {
    const link = next(LINK);
    if (link === null) return null;
    const attributes: Record<string, string> = {};
    for (let match = next(ATTRIBUTE); match !== null; match = next(ATTRIBUTE)) {
      const [, name = "", quoted, single, bare = ""] = match;
      attributes[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, "$1") ?? single ?? bare;
    }
    if (next(BETWEEN) === null) return null;
    const { rel = "", ...others } = attributes;
    links.push({
      url: (link[1] ?? "").trim(),
      rels: rel.toLowerCase().split(/\s+/).filter(Boolean),
      attributes: others,
    });
  }
  return links;
}
