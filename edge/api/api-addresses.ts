import type { DefinitionName } from "../../shared/format/schema.ts";
import { FORMATS } from "../../shared/format/types.ts";
import type { MessageKey } from "../../shared/i18n/messages.ts";
import { FEED_FORMATS } from "../feed/query.ts";
import type { ParameterName } from "../parameters.ts";
import type { Offered } from "../request.ts";

/** Content types by the name that `format` has for them. */
export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: "application/json",
  xml: "application/xml",
  html: "text/html",
  js: "text/javascript",
  csv: "text/csv",
  atom: "application/atom+xml",
  sse: "text/event-stream",
};

/** An address for programs, or for people who may be sent there by one (docs/api.md). */
export interface Address {
  /** With parameters as OpenAPI writes them: `/page/{wiki}/{pageid}`. */
  readonly path: string;
  /** Of the message `api-…` that says in a sentence what is answered. */
  readonly says: MessageKey;
  /** The first is what comes when none is named. One alone: there is no `format`. */
  readonly formats: readonly string[];
  readonly parameters: readonly ParameterName[];
  /** Without which there is 400. */
  readonly required?: readonly ParameterName[];
  /** Of the JSON answer. */
  readonly schema?: DefinitionName;
  /** What may come in place of an answer, beside 429 and 500. */
  readonly errors: readonly number[];
  /** For trusted tools with a token (F8). */
  readonly friends?: true;
  /** Works, and how often it is asked is counted nowhere. */
  readonly unthrottled?: true;
  /** To try it; absent: what it is about comes and goes. */
  readonly example?: string;
  /** Of the page: what people send in it. */
  readonly form?: SentForm;
}

/** What a form for people sends (H): programs are to know that it is there, and not for them. */
export interface SentForm {
  readonly fields: readonly ParameterName[];
  /** Without which it is not taken. */
  readonly required: readonly ParameterName[];
}

const WHICH = ["dbname", "pageid", "curid", "title"] as const;
const PAGE = [...WHICH, "show", "status", "sort"] as const;
const REPLY = ["callback", "lang", "uselang"] as const;
/** What examples ask about; /api puts a page of its own edge in its place. */
export const EXAMPLE = { wiki: "dewiki@WMF", pageid: "9301140" } as const;
const { wiki: WIKI, pageid: PAGEID } = EXAMPLE;

const TABLE = [
  {
    path: "/api/v1/page",
    says: "api-page",
    formats: FORMATS,
    parameters: [...PAGE, "ping", ...REPLY],
    required: ["dbname"],
    schema: "PageAnswer",
    errors: [400, 404, 503],
    example: `/api/v1/page?dbname=${WIKI}&pageid=${PAGEID}`,
  },
  {
    path: "/api/v1/pages",
    says: "api-pages",
    formats: ["json", "xml"],
    parameters: ["dbname", "namespace", "category", "depth", "cursor", "show", "status", "ping"],
    required: ["dbname"],
    schema: "PageAnswer",
    errors: [400, 401, 404, 503],
    friends: true,
    example: `/api/v1/pages?dbname=${WIKI}&namespace=0`,
  },
  {
    path: "/api/v1/repair",
    says: "api-repair",
    formats: ["json", "xml", "js"],
    parameters: ["dbname", "pageid", "curid", "title", "revision", ...REPLY],
    required: ["dbname"],
    schema: "Repair",
    errors: [400, 404, 409, 503],
    example: `/api/v1/repair?dbname=${WIKI}&pageid=${PAGEID}`,
  },
  {
    path: "/api/v1/normalise",
    says: "api-normalise",
    formats: ["json", "xml", "js"],
    parameters: ["url", "callback"],
    required: ["url"],
    schema: "Normalised",
    errors: [400],
    example: "/api/v1/normalise?url=HTTP%3A%2F%2FExample.com%3A80%2Fa%2F..%2Fb",
  },
  {
    path: "/api/v1/wikis",
    says: "api-wikis",
    formats: ["json", "xml", "js"],
    parameters: ["prefix", "callback"],
    schema: "Wikis",
    errors: [400],
    example: `/api/v1/wikis?prefix=${WIKI}`,
  },
  {
    path: "/externalLinkProblem",
    says: "api-gadget",
    formats: ["js", "json", "xml", "html"],
    parameters: [...WHICH, "ping", ...REPLY],
    required: ["dbname"],
    schema: "PageAnswer",
    errors: [400, 404, 503],
    example: `/externalLinkProblem?dbname=${WIKI}&pageid=${PAGEID}`,
  },
  {
    path: "/externalLinkProblem.json",
    says: "api-gadget-data",
    formats: ["json"],
    parameters: [...WHICH, "ping"],
    required: ["dbname"],
    schema: "GadgetAnswer",
    errors: [400, 404, 503],
    example: `/externalLinkProblem.json?dbname=${WIKI}&pageid=${PAGEID}`,
  },
  {
    path: "/externalLinkInfo",
    says: "api-info",
    formats: ["html", "json", "xml", "js"],
    parameters: [...PAGE, "ping", ...REPLY],
    schema: "PageAnswer",
    errors: [400, 404, 503],
    example: `/externalLinkInfo?dbname=${WIKI}&pageid=${PAGEID}`,
  },
  {
    path: "/page/{wiki}/{pageid}",
    says: "api-lasting",
    formats: ["html", "json", "xml", "js"],
    parameters: ["wiki", "pageid", "show", "status", "sort", "ping", ...REPLY],
    schema: "PageAnswer",
    errors: [400, 404, 503],
    example: `/page/${WIKI}/${PAGEID}`,
  },
  {
    path: "/list/{wiki}",
    says: "api-overview",
    formats: ["html", "json", "xml", "js"],
    parameters: ["wiki", ...REPLY],
    schema: "Overview",
    errors: [400, 404, 503],
    example: `/list/${WIKI}`,
  },
  {
    path: "/list/{wiki}/{list}",
    says: "api-list",
    formats: ["html", "json", "xml", "js", "csv"],
    parameters: ["wiki", "list", "domain", "path", "listCursor", ...REPLY],
    schema: "ListAnswer",
    errors: [400, 404, 503],
    example: `/list/${WIKI}/unreachable?domain=example.com&format=json`,
  },
  {
    path: "/list/{wiki}/domains",
    says: "api-domains",
    formats: ["html", "json", "xml", "js", "csv"],
    parameters: ["wiki", "listCursor", ...REPLY],
    schema: "DomainsAnswer",
    errors: [400, 404, 503],
    example: `/list/${WIKI}/domains?format=json`,
  },
  {
    path: "/list/{wiki}/paths",
    says: "api-paths",
    formats: ["html", "json", "xml", "js", "csv"],
    parameters: ["wiki", "domain", "path", "listCursor", ...REPLY],
    required: ["domain"],
    schema: "PathsAnswer",
    errors: [400, 404, 503],
    example: `/list/${WIKI}/paths?domain=example.com&format=json`,
  },
  {
    path: "/list/{wiki}/domain",
    says: "api-domain",
    formats: ["html", "json", "xml", "js"],
    parameters: ["wiki", "domain", ...REPLY],
    required: ["domain"],
    schema: "DomainAnswer",
    errors: [400, 404, 503],
    example: `/list/${WIKI}/domain?domain=example.com&format=json`,
  },
  {
    path: "/list/{wiki}/organisation",
    says: "api-organisation",
    formats: ["html", "json", "xml", "js", "csv"],
    parameters: ["wiki", "domain", ...REPLY],
    required: ["domain"],
    schema: "OrganisationAnswer",
    errors: [400, 404, 503],
    example: `/list/${WIKI}/organisation?domain=example.com&format=json`,
  },
  {
    path: "/list/{wiki}/organisations",
    says: "api-organisations",
    formats: ["html", "json", "xml", "js", "csv"],
    parameters: ["wiki", "listCursor", ...REPLY],
    schema: "OrganisationsAnswer",
    errors: [400, 404, 503],
    example: `/list/${WIKI}/organisations?format=json`,
  },
  {
    path: "/list/{wiki}/archiving",
    says: "api-archiving",
    formats: ["html", "json", "xml", "js", "csv"],
    parameters: ["wiki", "domain", ...REPLY],
    required: ["domain"],
    schema: "ArchivingAnswer",
    errors: [400, 404, 503],
    example: `/list/${WIKI}/archiving?domain=example.com&format=json`,
  },
  {
    path: "/list/{wiki}/relaunches",
    says: "api-relaunches",
    formats: ["html", "json", "xml", "js", "csv"],
    parameters: ["wiki", "listCursor", ...REPLY],
    schema: "RelaunchesAnswer",
    errors: [400, 404, 503],
    example: `/list/${WIKI}/relaunches?format=json`,
  },
  {
    path: "/feed/{wiki}",
    says: "api-feed",
    formats: FEED_FORMATS,
    parameters: [
      "wiki",
      "since",
      "limit",
      "kind",
      "namespaces",
      "watchedPageids",
      "watchedTitles",
      "watchedCategory",
      "depth",
      "lang",
      "uselang",
    ],
    schema: "Feed",
    errors: [400, 404, 410, 503],
    example: `/feed/${WIKI}`,
  },
  {
    path: "/feed/{wiki}/{event}",
    says: "api-event",
    formats: ["json", "xml"],
    parameters: ["wiki", "event", "after"],
    schema: "EventAnswer",
    errors: [400, 404, 410, 503],
  },
  {
    path: "/log",
    says: "log-lead",
    formats: ["html", "json", "atom"],
    parameters: ["dbname", "logCursor", "lang", "uselang"],
    schema: "Log",
    errors: [400, 404, 503],
    example: "/log?format=json",
    form: {
      fields: ["dbname", "logCursor", "lang", "token", "logAction", "entry", "target", "reason", "days"],
      required: ["token", "logAction"],
    },
  },
  {
    path: "/gadget",
    says: "use-heading",
    formats: ["html"],
    parameters: ["dbname", "lang", "uselang"],
    errors: [400],
    example: `/gadget?dbname=${WIKI}`,
  },
  {
    path: "/gadget.js",
    says: "api-gadget-script",
    formats: ["js"],
    parameters: ["dbname", "lang", "part"],
    errors: [400],
    unthrottled: true,
    example: `/gadget.js?dbname=${WIKI}`,
  },
  {
    path: "/source",
    says: "api-source",
    formats: ["json", "xml", "js", "html"],
    parameters: ["callback"],
    schema: "Source",
    errors: [400],
    unthrottled: true,
    example: "/source",
  },
  {
    path: "/healthz",
    says: "api-healthz",
    formats: ["json"],
    parameters: [],
    schema: "Health",
    errors: [503],
    unthrottled: true,
    example: "/healthz",
  },
] as const satisfies readonly Address[];

export const ADDRESSES: readonly Address[] = TABLE;

const OFFERED: ReadonlyMap<string, Offered> = new Map(TABLE.map(({ path, formats }) => [path, formats]));

/** What the address answers in. Routes take it from here, so that what is published is what holds. */
export function formatsOf(path: (typeof TABLE)[number]["path"]): Offered {
  const offered = OFFERED.get(path);
  if (offered === undefined) throw new Error(`no address ${path}`);
  return offered;
}

/** A page that is a form for people (H). */
export interface FormAddress {
  readonly path: "/report" | "/replacement" | "/check";
  readonly says: MessageKey;
  /** Of the form's address, and of what it sends. */
  readonly parameters: readonly ParameterName[];
  /** Sent alone, beside the others. */
  readonly sent: readonly ParameterName[];
}

const FORM = ["link", "wikiOfLink", "pageOfLink", "lang"] as const;
const SENT = ["token", "action"] as const;

export const FORM_ADDRESSES: readonly FormAddress[] = [
  { path: "/check", says: "check-hint", parameters: FORM, sent: ["token"] },
  { path: "/report", says: "people-report-hint", parameters: [...FORM, "wholeDomain"], sent: SENT },
  { path: "/replacement", says: "people-replacement-hint", parameters: [...FORM, "replacement"], sent: SENT },
];
/** Without which such a form is not taken. */
export const FORM_REQUIRED: readonly ParameterName[] = ["link", "wikiOfLink", "token"];
