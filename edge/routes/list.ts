import type { Context } from "hono";
import type { DomainPage } from "../../shared/answer/domain.ts";
import { LIST_NAMES, LISTS_BY_DOMAIN, type ListName, type WikiList } from "../../shared/answer/lists.ts";
import type { OrganisationList, OrganisationPage, RelaunchList } from "../../shared/answer/organisation.ts";
import type { DomainList, PathList } from "../../shared/answer/overview.ts";
import {
  HTML_CONTENT_TYPE,
  printArchiving,
  printDomain,
  printDomains,
  printList,
  printOrganisation,
  printOrganisations,
  printPaths,
  printRelaunches,
} from "../../shared/format/html.ts";
import type { Data } from "../../shared/format/json.ts";
import {
  CSV_CONTENT_TYPE,
  printArchivingCsv,
  printDomainsCsv,
  printListCsv,
  printOrganisationCsv,
  printOrganisationsCsv,
  printPathsCsv,
  printRelaunchesCsv,
} from "../../shared/format/lists/csv.ts";
import {
  archivingData,
  domainData,
  listData,
  organisationData,
  relaunchesData,
} from "../../shared/format/lists/data.ts";
import type {
  DomainRequest,
  DomainsRequest,
  ListRequest,
  PathsRequest,
} from "../../shared/protocol/lists.ts";
import { ORIGIN } from "../../shared/protocol/origin.ts";
import type { WikiProfile } from "../../shared/protocol/types.ts";
import { registeredDomain } from "../../shared/url/domain.ts";
import { readHost } from "../../shared/url/host.ts";
import { normalisePath } from "../../shared/url/path.ts";
import type { HostName } from "../../shared/url/types.ts";
import { formatsOf } from "../api/api-addresses.ts";
import type { Edge, EdgeDeps } from "../env.ts";
import { readParameters } from "../parameters.ts";
import { refusal } from "../refusal.ts";
import { bad, type Parameters, type Parsed, parametersOf } from "../request.ts";
import { printData } from "../respond.ts";
import { answerOfWiki, listReply, refuseList, type WikiAnswer } from "./wiki-answer.ts";

const isListName = (text: string): text is ListName => LIST_NAMES.some((name) => name === text);

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
function parseWikiListQuery(
  list: ListName,
  parameter: Parameters,
  allowPrivate: boolean,
): Parsed<ListRequest> {
  const parsed = LISTS_BY_DOMAIN.includes(list)
    ? parsePlace(parameter, allowPrivate)
    : parseUnnarrowed(list, parameter);
  return parsed.kind === "bad" ? parsed : { kind: "query", query: { ...parsed.query, list } };
}

/** The question for the domains of a wiki, or its relaunched sites. */
function parseDomainsQuery(
  list: string,
  parameter: Parameters,
): Parsed<Pick<ListRequest, "wiki" | "cursor">> {
  const parsed = parseUnnarrowed(list, parameter);
  if (parsed.kind === "bad") return parsed;
  const { wiki: name, cursor } = parsed.query;
  return { kind: "query", query: { wiki: name, cursor } };
}

/** The question for a domain itself, or its organisation. */
function parseDomainQuery(parameter: Parameters, allowPrivate: boolean): Parsed<DomainRequest> {
  const parsed = parsePlace(parameter, allowPrivate);
  if (parsed.kind === "bad") return parsed;
  const { wiki, domain } = parsed.query;
  return domain === null
    ? bad("missing-domain", "say which domain is meant: domain=example.org")
    : { kind: "query", query: { wiki, domain } };
}

/** The question for the folders of a domain. */
function parsePathsQuery(parameter: Parameters, allowPrivate: boolean): Parsed<PathsRequest> {
  const parsed = parsePlace(parameter, allowPrivate);
  if (parsed.kind === "bad") return parsed;
  const { domain, ...rest } = parsed.query;
  return domain === null
    ? bad("missing-domain", "say of which domain the paths are wanted: domain=example.org")
    : { kind: "query", query: { ...rest, domain } };
}

type Place = Omit<ListRequest, "list">;

/** Of a list that is of all domains. */
function parseUnnarrowed(list: string, parameter: Parameters): Parsed<Place> {
  if ((parameter("domain") ?? parameter("path")) !== undefined)
    return bad("bad-domain", `the list ${list} is of all domains; leave out domain and path`);
  return parsePlace(parameter, false);
}

function parsePlace(parameter: Parameters, allowPrivate: boolean): Parsed<Place> {
  const read = readParameters(parameter, ["dbname", "domain", "path", "listCursor"]);
  if (read.kind === "bad") return read;
  const { dbname: wiki = "", domain: text, path = "", listCursor: cursor = null } = read.query;
  if (path !== "" && text === undefined)
    return bad("missing-domain", "say of which domain the path is: domain=example.org");
  const domain = text === undefined ? null : domainOf(text, allowPrivate);
  if (text !== undefined && domain === null)
    return bad("bad-domain", "domain must be a domain such as example.org, without scheme, port and path");
  const query = { wiki, domain, path: path === "" || path === "/" ? "" : normalisePath(path), cursor };
  return { kind: "query", query };
}

/** As a table where there is one, as a page, or as data. */
const printing =
  <Content>(
    csv: ((content: Content, profile: WikiProfile) => string) | null,
    html: (
      content: Content,
      options: { readonly lang: string | null; readonly profile: WikiProfile },
    ) => string,
    data: (content: Content, profile: WikiProfile) => { readonly [key: string]: Data },
  ): WikiAnswer<never, Content>["print"] =>
  (content, profile, reply) => {
    if (csv !== null && reply.csv) return { body: csv(content, profile), contentType: CSV_CONTENT_TYPE };
    return reply.format === "html"
      ? { body: html(content, { lang: reply.lang, profile }), contentType: HTML_CONTENT_TYPE }
      : printData(data(content, profile), reply);
  };

const uses = (list: ListName): WikiAnswer<ListRequest, WikiList> => ({
  parse: (parameter, { allowPrivate }) => parseWikiListQuery(list, parameter, allowPrivate),
  call: ORIGIN.list,
  print: printing(printListCsv, printList, listData),
  list,
  formats: formatsOf("/list/{wiki}/{list}"),
});

const DOMAINS: WikiAnswer<DomainsRequest, DomainList> = {
  parse: (parameter) => parseDomainsQuery("domains", parameter),
  call: ORIGIN.domains,
  print: printing(printDomainsCsv, printDomains, (list) => list),
  formats: formatsOf("/list/{wiki}/domains"),
};

const PATHS: WikiAnswer<PathsRequest, PathList> = {
  parse: (parameter, { allowPrivate }) => parsePathsQuery(parameter, allowPrivate),
  call: ORIGIN.paths,
  print: printing(printPathsCsv, printPaths, (list) => list),
  list: "paths",
  formats: formatsOf("/list/{wiki}/paths"),
};

const DOMAIN: WikiAnswer<DomainRequest, DomainPage> = {
  parse: (parameter, { allowPrivate }) => parseDomainQuery(parameter, allowPrivate),
  call: ORIGIN.domain,
  print: printing(null, printDomain, domainData),
  list: "domain",
  formats: formatsOf("/list/{wiki}/domain"),
};

/** The question for an organisation: a suffix has domains of many. */
function parseOrganisationQuery(parameter: Parameters, allowPrivate: boolean): Parsed<DomainRequest> {
  const parsed = parseDomainQuery(parameter, allowPrivate);
  return parsed.kind === "query" && registeredDomain(parsed.query.domain as HostName) === null
    ? bad(
        "bad-domain",
        "domain is an address or a suffix under which many have domains; give a domain of the organisation, such as uni-example.org",
      )
    : parsed;
}

const ORGANISATION: WikiAnswer<DomainRequest, OrganisationPage> = {
  parse: (parameter, { allowPrivate }) => parseOrganisationQuery(parameter, allowPrivate),
  call: ORIGIN.organisation,
  print: printing(printOrganisationCsv, printOrganisation, organisationData),
  list: "organisation",
  formats: formatsOf("/list/{wiki}/organisation"),
};

/** The same question: how much is at risk shows only in the whole. */
const ARCHIVING: WikiAnswer<DomainRequest, OrganisationPage> = {
  ...ORGANISATION,
  print: printing(printArchivingCsv, printArchiving, archivingData),
  list: "archiving",
  formats: formatsOf("/list/{wiki}/archiving"),
};

const ORGANISATIONS: WikiAnswer<DomainsRequest, OrganisationList> = {
  parse: (parameter) => parseDomainsQuery("organisations", parameter),
  call: ORIGIN.organisations,
  print: printing(printOrganisationsCsv, printOrganisations, (list) => list),
  formats: formatsOf("/list/{wiki}/organisations"),
};

const RELAUNCHES: WikiAnswer<DomainsRequest, RelaunchList> = {
  parse: (parameter) => parseDomainsQuery("relaunches", parameter),
  call: ORIGIN.relaunches,
  print: printing(printRelaunchesCsv, printRelaunches, relaunchesData),
  formats: formatsOf("/list/{wiki}/relaunches"),
};

/**
 * GET /list/:wiki/:list (Q5, O5): pages of a wiki with links on spam lists, or with unreachable or doubtful ones; its domains by broken
 * URLs, as they were counted last; what its farm has of one domain; the folders of that by verdicts; organisations by broken URLs, the
 * sites of one, and what of it is worth archiving; sites that were relaunched.
 */
export function listRoute(deps: EdgeDeps) {
  return async (c: Context<Edge>): Promise<Response> => {
    const list = c.req.param("list") ?? "";
    if (list === "domain") return answerOfWiki(c, deps, DOMAIN);
    if (list === "domains") return answerOfWiki(c, deps, DOMAINS);
    if (list === "paths") return answerOfWiki(c, deps, PATHS);
    if (list === "organisation") return answerOfWiki(c, deps, ORGANISATION);
    if (list === "organisations") return answerOfWiki(c, deps, ORGANISATIONS);
    if (list === "archiving") return answerOfWiki(c, deps, ARCHIVING);
    if (list === "relaunches") return answerOfWiki(c, deps, RELAUNCHES);
    if (isListName(list)) return answerOfWiki(c, deps, uses(list));
    const { reply } = listReply(c, parametersOf(c), formatsOf("/list/{wiki}/{list}"));
    return refuseList(
      refusal(
        404,
        "unknown-list",
        "there are the lists spam, unreachable, doubtful, broken, moved, invalid, domains, domain, paths, organisation, organisations, archiving and relaunches",
      ),
      reply,
    );
  };
}
