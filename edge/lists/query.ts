import { LIST_NAMES, LISTS_BY_DOMAIN, type ListName } from "../../shared/answer/lists.ts";
import type { AnswerError } from "../../shared/answer/types.ts";
import { CURSOR, type ListRequest } from "../../shared/protocol/lists.ts";
import { readHost } from "../../shared/url/host.ts";
import { normalisePath } from "../../shared/url/path.ts";
import { type Parameters, type Parsed, parseWiki, QUERY_LIMITS } from "../query.ts";

const bad = (code: string, message: string): { kind: "bad"; error: AnswerError } => ({
  kind: "bad",
  error: { code, message },
});

export const isListName = (text: string): text is ListName => LIST_NAMES.some((name) => name === text);

/** A domain in its one spelling (U4); a leading `*.` is allowed, as all below it is meant anyway. Null: it is none. */
function domainOf(text: string, allowPrivate: boolean): string | null {
  const name = text
    .trim()
    .replace(/^\*?\./, "")
    .replace(/\.$/, "");
  // A top level alone is no host, and yet a domain.
  if (/^[a-z]{2,63}$/i.test(name)) return name.toLowerCase();
  const found = readHost(name, allowPrivate);
  return found.kind === "host" ? found.host : null;
}

/** The question for a list, parsed once. */
export function parseWikiListQuery(
  wiki: string,
  list: ListName,
  parameter: Parameters,
  allowPrivate: boolean,
): Parsed<ListRequest> {
  const name = parseWiki(wiki);
  if (name === null) return bad("bad-dbname", "the wiki must look like dewiki or dewiki@WMF");
  const [domainText, pathText, cursor] = [parameter("domain"), parameter("path"), parameter("cursor")];
  if ((domainText ?? pathText) !== undefined && !LISTS_BY_DOMAIN.includes(list))
    return bad("bad-domain", `the list ${list} is of all domains; leave out domain and path`);
  if (pathText !== undefined && domainText === undefined)
    return bad("missing-domain", "say of which domain the path is: domain=example.org");
  const domain = domainText === undefined ? null : domainOf(domainText, allowPrivate);
  if (domainText !== undefined && domain === null)
    return bad("bad-domain", "domain must be a domain such as example.org, without scheme, port and path");
  if ((pathText ?? "").length > QUERY_LIMITS.urlUnits)
    return bad("bad-path", "path is longer than a URL can be");
  const path = pathText === undefined || pathText === "/" ? "" : normalisePath(pathText);
  if (cursor !== undefined && !CURSOR.test(cursor))
    return bad("bad-cursor", "cursor must be the one of the answer before; leave it out to begin");
  return { kind: "query", query: { wiki: name, list, domain, path, cursor: cursor ?? null } };
}
