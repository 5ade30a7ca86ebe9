import type { PeopleForm } from "../../shared/format/html.ts";
import type { PeopleAct } from "../../shared/protocol/people.ts";
import { classify } from "../../shared/url/classify.ts";
import type { Classified } from "../../shared/url/types.ts";
import { bad, type Parameters, type Parsed, parseWiki } from "../parameters.ts";
import { QUERY_LIMITS } from "../parameters.ts";

/** Fields of the forms as they were filled in, cut to what a form shows. */
export function peopleFormOf(parameter: Parameters, token: string): PeopleForm {
  const text = (name: string, units: number) => (parameter(name) ?? "").slice(0, units).trim();
  return {
    url: text("url", QUERY_LIMITS.urlUnits),
    dbname: text("dbname", 100),
    pageid: text("pageid", 20),
    replacement: text("replacement", QUERY_LIMITS.urlUnits),
    domain: parameter("domain") === "1",
    token,
  };
}

type Resource = Extract<Classified, { kind: "resource" }>;

/** What somebody says; the wiki as it was written. */
export interface Saying {
  readonly act: PeopleAct;
  readonly wiki: string;
  readonly url: Resource;
  readonly domain: boolean;
  readonly replacement: Resource | null;
}

/** What the buttons of each form do. */
const ACTS = {
  "/report": { make: "report", withdraw: "withdraw" },
  "/replacement": { make: "propose", withdraw: "remove" },
} as const;
export type PeoplePath = keyof typeof ACTS;

export function parseSaying(path: PeoplePath, parameter: Parameters, allowPrivate: boolean): Parsed<Saying> {
  const acts = ACTS[path];
  const action = parameter("action") ?? "make";
  if (action !== "make" && action !== "withdraw")
    return bad("bad-action", "action must be make or withdraw, as the buttons of the form have it");
  const dbname = parameter("dbname");
  const wiki = parseWiki((dbname ?? "").trim());
  if (dbname === undefined) return bad("missing-dbname", "dbname is missing, such as dewiki@WMF");
  if (wiki === null) return bad("bad-dbname", "dbname must look like dewiki@WMF");
  const resource = (name: string): Resource | null => {
    const text = (parameter(name) ?? "").trim();
    const found = text.length > QUERY_LIMITS.urlUnits ? null : classify(text, { allowPrivate });
    return found?.kind === "resource" ? found : null;
  };
  const url = resource("url");
  if (url === null) return bad("bad-link", "url must be an address such as https://www.example.org/page");
  const act = acts[action];
  const replacement = act === "propose" || act === "remove" ? resource("replacement") : null;
  if (act === "propose" && replacement === null)
    return bad("bad-replacement", "replacement must be an address such as https://www.example.org/page");
  const domain = path === "/report" && parameter("domain") === "1";
  return { kind: "query", query: { act, wiki, url, domain, replacement } };
}
