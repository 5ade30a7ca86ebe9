import type { AnswerError } from "../../shared/answer/types.ts";
import type { SearchForm } from "../../shared/format/html.ts";
import { CURSOR } from "../../shared/protocol/lists.ts";
import { SEARCH_LIMITS, type SearchRequest } from "../../shared/protocol/search.ts";
import { readPattern } from "../../shared/url/pattern.ts";
import { bad, type Parameters, type Parsed, parseWiki } from "../parameters.ts";

/** The fields as they were filled in, cut to what a form shows. */
export function searchFormOf(parameter: Parameters, token: string): SearchForm {
  return {
    url: (parameter("url") ?? "").slice(0, 2_000),
    dbname: (parameter("dbname") ?? "").slice(0, 100),
    namespaces: (parameter("namespace") ?? "").slice(0, 200),
    farm: parameter("farm") === "1",
    token,
  };
}

const MESSAGES = {
  syntax:
    "url must be an address such as https://www.example.org/page, or a pattern such as *.example.org/news/",
  broad: "the pattern fits too many hosts; give more of the host",
} as const;

/** A question of the form (Q4); `wiki` as it was written. */
export function parseSearch(parameter: Parameters, allowPrivate: boolean): Parsed<SearchRequest> {
  const question = readPattern(parameter("url") ?? "", { allowPrivate });
  if (question.kind === "bad")
    return bad(question.reason === "broad" ? "too-broad" : "bad-url", MESSAGES[question.reason]);
  const dbname = parameter("dbname");
  const wiki = dbname === undefined ? null : parseWiki(dbname.trim());
  if (dbname !== undefined && wiki === null) return bad("bad-dbname", "dbname must look like dewiki@WMF");
  const numbers = (parameter("namespace") ?? "").split(/[|,\s]+/).filter((part) => part !== "");
  const namespaces = [...new Set(numbers.map(Number))];
  if (numbers.some((part) => !/^\d{1,5}$/.test(part)) || namespaces.length > SEARCH_LIMITS.namespaces)
    return bad("bad-namespace", "namespace must be numbers, such as 0|4 for articles and project pages");
  const cursor = parameter("cursor");
  if (cursor !== undefined && !CURSOR.test(cursor))
    return bad("bad-cursor", "cursor must be the one of the answer before; leave it out to begin");
  const farm = wiki !== null && question.kind === "url" && parameter("farm") === "1";
  return { kind: "query", query: { question, wiki, farm, namespaces, cursor: cursor ?? null } };
}
