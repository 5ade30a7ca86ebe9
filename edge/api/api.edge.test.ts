import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { asDay } from "../../shared/calendar/day.ts";
import { DOCUMENTS } from "../../shared/format/documents.ts";
import { LOG } from "../../shared/format/html/testing/log.ts";
import {
  type DefinitionName,
  type DocumentName,
  definitions,
  type JsonSchema,
  parameterSchema,
  schemaDocument,
} from "../../shared/format/schema.ts";
import conventions from "../../shared/repair/conventions/de.json" with { type: "json" };
import type { NoteKey } from "../../shared/status/note.ts";
import type { Status } from "../../shared/status/table.ts";
import { createApp } from "../app.ts";
import { PARAMETERS } from "../parameters.ts";
import { DEAD, FINE, facts, SHAKY, snapshotOf } from "../testing/snapshots.ts";
import { createWorld, type Responder } from "../testing/world.ts";
import { ADDRESSES, FORM_ADDRESSES } from "./api-addresses.ts";

const BASE = "https://weboid.example";
const WIKI = "apiwiki@WMF";
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { "date-time": true } });

/** As published, but without room for keys that are not described. */
function strictly(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strictly);
  if (typeof schema !== "object" || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strictly(value)]));
  return "properties" in schema ? { ...inner, additionalProperties: false } : inner;
}

const validators = new Map<DocumentName, ReturnType<typeof ajv.compile>>();
function complaints(name: DocumentName, data: unknown): unknown {
  const validate = validators.get(name) ?? ajv.compile(strictly(schemaDocument(name, BASE)) as JsonSchema);
  validators.set(name, validate);
  return validate(data) ? null : validate.errors;
}

const DEFINITIONS = definitions("");

/** Notes which described properties occur in an answer. */
const met = new Set<string>();
function meet(schema: JsonSchema, data: unknown, owner: string): void {
  const { $ref, properties, items, anyOf } = schema as Record<string, JsonSchema> & { $ref?: DefinitionName };
  if ($ref !== undefined) meet(DEFINITIONS[$ref], data, $ref);
  for (const option of Array.isArray(anyOf) ? anyOf : []) meet(option, data, owner);
  if (Array.isArray(data)) for (const member of data) meet(items ?? {}, member, owner);
  else if (typeof data === "object" && data !== null)
    for (const [key, value] of Object.entries(data)) {
      met.add(`${owner}.${key}`);
      meet((properties?.[key] as JsonSchema | undefined) ?? {}, value, owner);
    }
}

const notes = (key: NoteKey, value?: string) => [value === undefined ? { key } : { key, value }];
const PAGE = snapshotOf(WIKI, 11, [
  facts("https://dead.zz/?a=1&b=%3C", DEAD, {
    archives: [
      { type: "webcitation", url: "" },
      { type: "archive.org", url: "https://archive.zz/web/20200101000000/https://dead.zz/" },
    ],
    replacement: "https://new-home.zz/",
    movedTo: "https://new-home.zz/page",
    reports: 2,
  }),
  facts("https://fine.zz/a.pdf", FINE, { mime: "pdf", kib: 120, notes: notes("moved", "https://b.zz/<&>") }),
  facts("https://shaky.zz/", SHAKY),
  facts("https://repaired.zz/", DEAD),
  facts("https://web.archive.org/web/20200101000000/https://repaired.zz/", FINE),
  facts("https://led-astray.zz/", [
    ...DEAD.slice(0, 1).map((run) => ({ ...run, status: 8 as Status, first: asDay(3_600), deadEnd: true })),
    ...DEAD.map((run) => ({ ...run, last: asDay(Math.min(run.last, 3_590)) })),
  ]),
  facts(
    "https://walled.zz/",
    FINE.map((run) => ({ ...run, refused: true as const, deadEnd: true })),
  ),
  facts("https://spam.zz/", [], { spam: "global" }),
]);
const LINKS = [
  ...PAGE.urls.map(({ url }) => url),
  "https://wiki.zz/wiki/Own",
  "http://docs/a",
  "https://x.zz/",
];

/** The text of page 11, or of the wiki's conventions: those of German. */
function revisionOf(pageids: string | null): Response {
  const dead = "https://dead.zz/?a=1&b=%3C";
  const own = JSON.stringify({ ...conventions, wiki: undefined });
  const content = pageids === null ? own : `[${dead} Käse] {{Box|${dead}}}`;
  const slots = { main: { contentmodel: "wikitext", content } };
  const revisions = [{ revid: 5, timestamp: "2026-11-20T08:00:00Z", slots }];
  const page = pageids === null ? { title: "x", revisions } : { pageid: 11, revisions };
  return Response.json({ curtimestamp: "2026-11-21T12:00:00Z", query: { pages: [page] } });
}

const wiki: Responder = (request) => {
  const asked = new URL(request.url).searchParams;
  if (asked.get("prop") === "revisions") return revisionOf(asked.get("pageids"));
  const titles = asked.get("titles")?.split("|") ?? [];
  const known = { pageid: 11, ns: 0, title: "Käse & <Brot>", extlinks: LINKS.map((url) => ({ url })) };
  if (titles.includes("Old"))
    return Response.json({
      query: {
        redirects: [{ from: "Old", to: known.title }],
        pages: [known, { title: "Gone", missing: true }],
      },
    });
  if (titles.length > 0) return Response.json({ query: { pages: [{ title: "Own", missing: true }] } });
  const ids = (asked.get("pageids") ?? "").split("|").map(Number);
  return Response.json({
    query: { pages: ids.map((pageid) => (pageid === 11 ? known : { pageid, missing: true })) },
  });
};

const EVENT = {
  id: "7.1795251600",
  atMs: 1_795_251_600_000,
  day: 3_611,
  kind: "unreachable",
  url: "https://dead.zz/",
  before: "doubtful",
  verdict: "unreachable",
  rule: "gone-for-weeks",
  status: 18,
  http: 404,
  since: 3_540,
  last: 3_610,
  checks: 9,
  archives: [{ type: "archive.org", url: "https://archive.zz/1" }],
  replacement: null,
  pages: [{ pageid: 11, title: "Käse", namespace: 0 }],
  pageCount: 3,
};
const MORE_EVENTS = [
  { ...EVENT, id: "8.1795251600", kind: "moved", target: "https://b.zz/" },
  { ...EVENT, id: "9.1795251600", kind: "report", reason: "made" },
  { ...EVENT, id: "10.1795251600", kind: "spam", spam: "local" },
  {
    ...EVENT,
    id: "11.1795251600",
    kind: "site-relaunched",
    url: null,
    relaunch: {
      site: "dead.zz",
      kind: "relaunch",
      from: 3_501,
      to: 3_520,
      lost: 412,
      moved: 380,
      moves: [{ from: "https://dead.zz/a/", to: "https://new.zz/", count: 380 }],
    },
  },
];
const USE = {
  pageid: 11,
  title: "Käse",
  namespace: 0,
  url: "https://dead.zz/",
  verdict: "unreachable",
  rule: "gone-for-weeks",
  status: 18,
  http: 404,
  since: 3_540,
  last: 3_610,
  checks: 9,
  history: [{ status: 18, http: 404, first: 3_540, last: 3_610, checks: 9 }],
  spam: null,
  line: null,
  cursor: null,
};

const MOVED = {
  ...USE,
  movedTo: "https://new-home.zz/",
  move: {
    rule: { from: "https://dead.zz/", to: "https://new-home.zz/", support: 3, counter: 0 },
    days: 0,
    checked: 3_610,
  },
};

const COUNTS = { unreachable: 7, doubtful: 2, refused: 1, unknown: 0, working: 90 };
const RELAUNCH = {
  site: "dead.zz",
  domain: "dead.zz",
  kind: "relaunch",
  from: 3_501,
  to: 3_520,
  found: 3_560,
  lost: 412,
  moved: 380,
  pages: 300,
  moves: [{ from: "https://dead.zz/a/", to: "https://new.zz/", count: 380 }],
  examples: ["https://dead.zz/a/1"],
};
const TURNED = { day: 3_610, url: "https://dead.zz/", pageCount: 1, pages: [{ pageid: 11, title: "K" }] };
const OVERVIEW = {
  version: 1,
  generated: 3_611,
  wiki: WIKI,
  countedAtMs: 1_795_251_600_000,
  categories: [{ title: "Category:Cheese", depth: 5 }],
  counts: COUNTS,
  invalid: 4,
  days: [{ day: 3_611, ...COUNTS }],
  domains: [{ domain: "dead.zz", unreachable: 5, doubtful: 1 }],
  newlyBroken: { count: 1, latest: [TURNED] },
  workingAgain: { count: 0, latest: [] },
};

const origin: Responder = async (request) => {
  const { pathname } = new URL(request.url);
  const question = (await request.json()) as Record<string, unknown>;
  switch (pathname) {
    case "/v1/urls":
      return Response.json({ urls: [] });
    case "/v1/pages":
      return Response.json({ pageids: question.list === null ? null : [11] });
    case "/v1/list":
      return Response.json({
        version: 1,
        generated: 3_611,
        ...question,
        entries: [question.list === "moved" ? MOVED : USE],
        cursor: "7-12",
      });
    case "/v1/domains":
      return Response.json({
        ...question,
        version: 1,
        generated: 3_611,
        list: "domains",
        countedAtMs: OVERVIEW.countedAtMs,
        entries: OVERVIEW.domains,
        cursor: "5-1-YS56eg",
      });
    case "/v1/paths":
      return Response.json({
        ...question,
        version: 1,
        generated: 3_611,
        list: "paths",
        entries: [{ host: "dead.zz", path: "/news/", ...COUNTS }],
        cursor: "50.120.",
      });
    case "/v1/titles":
      return Response.json({ pages: [] });
    case "/v1/domain":
      return Response.json({
        ...question,
        version: 1,
        generated: 3_611,
        list: "domain",
        wikis: [{ wiki: WIKI, ...COUNTS }],
        days: [{ day: 3_611, ...COUNTS }],
        complete: true,
        moved: 1,
        known: [{ host: "dead.zz", kind: "https-needed", path: "", value: "", first: 3_400, last: 3_610 }],
        rules: [{ from: "https://dead.zz/a/", to: "https://new.zz/", support: 3, counter: 0 }],
      });
    case "/v1/organisation":
      return Response.json({
        ...question,
        version: 1,
        generated: 3_611,
        list: "organisation",
        organisation: { domain: "dead.zz", name: "Dead Ltd" },
        domains: [{ domain: "dead.zz", rule: "same-domain", evidence: "", score: 1, ...COUNTS }],
        complete: true,
        days: [{ day: 3_611, ...COUNTS }],
        relaunches: [RELAUNCH],
        archiving: [{ url: "https://dead.zz/well", risks: ["relaunch", "losing"] }],
      });
    case "/v1/organisations":
      return Response.json({
        ...question,
        version: 1,
        generated: 3_611,
        list: "organisations",
        countedAtMs: 1_795_251_600_000,
        entries: [{ domain: "dead.zz", name: "Dead Ltd", domains: 2, unreachable: 7, doubtful: 1 }],
        cursor: null,
      });
    case "/v1/relaunches":
      return Response.json({
        ...question,
        version: 1,
        generated: 3_611,
        list: "relaunches",
        entries: [RELAUNCH],
        cursor: "3520-7",
      });
    case "/v1/overview":
      return Response.json(OVERVIEW);
    case "/v1/log":
      return Response.json(LOG);
    case "/v1/feed":
      return Response.json({
        kind: "events",
        events: [EVENT, ...MORE_EVENTS],
        cursor: "11.1795251600",
        more: true,
      });
    case "/v1/event":
      return Response.json({ kind: "event", event: EVENT, pages: EVENT.pages, next: 11 });
    default:
      return new Response(null, { status: 202 });
  }
};

async function edge() {
  const world = createWorld({ wiki, origin });
  await world.store(WIKI, [PAGE]);
  return world;
}
const FRIEND = { headers: { authorization: "Bearer a-token-of-a-trusted-tool" } };

describe("what is published about answers is true of them", () => {
  test.each<[DocumentName, number, string, RequestInit?]>([
    ["page", 200, `/api/v1/page?dbname=${WIKI}&pageid=11|12&show=all`],
    ["page", 200, `/api/v1/page?dbname=${WIKI}&title=Old|Gone`],
    ["page", 200, `/externalLinkProblem?dbname=${WIKI}&pageid=11&format=json`],
    ["gadget", 200, `/externalLinkProblem.json?dbname=${WIKI}&pageid=11`],
    ["page", 200, `/externalLinkInfo?dbname=${WIKI}&pageid=11&format=json`],
    ["page", 200, `/page/${WIKI}/11?format=json&show=all`],
    ["page", 200, `/api/v1/pages?dbname=${WIKI}&namespace=0`, FRIEND],
    ["queued", 202, `/api/v1/pages?dbname=${WIKI}&namespace=0&ping=1`, FRIEND],
    ["repair", 200, `/api/v1/repair?dbname=${WIKI}&pageid=11`],
    ["repair", 200, `/api/v1/repair?dbname=${WIKI}&pageid=11&lang=de`],
    ["error", 409, `/api/v1/repair?dbname=${WIKI}&pageid=11&revision=4`],
    ["normalise", 200, "/api/v1/normalise?url=http%3A%2F%2FUser%40Example.zz%2F"],
    ["normalise", 200, "/api/v1/normalise?url=http%3A%2F%2Fdocs%2Fabout.htm"],
    ["normalise", 200, "/api/v1/normalise?url=mailto%3Aa%40b.zz"],
    ["wikis", 200, `/api/v1/wikis?prefix=${WIKI}`],
    ["list", 200, `/list/${WIKI}/unreachable?domain=dead.zz&format=json`],
    ["list", 200, `/list/${WIKI}/moved?format=json`],
    ["domains", 200, `/list/${WIKI}/domains?format=json`],
    ["paths", 200, `/list/${WIKI}/paths?domain=dead.zz&format=json`],
    ["domain", 200, `/list/${WIKI}/domain?domain=dead.zz&format=json`],
    ["organisation", 200, `/list/${WIKI}/organisation?domain=dead.zz&format=json`],
    ["organisations", 200, `/list/${WIKI}/organisations?format=json`],
    ["archiving", 200, `/list/${WIKI}/archiving?domain=dead.zz&format=json`],
    ["relaunches", 200, `/list/${WIKI}/relaunches?format=json`],
    ["overview", 200, `/list/${WIKI}?format=json`],
    ["feed", 200, `/feed/${WIKI}?since=0`],
    ["feed", 200, `/feed/${WIKI}?since=0&pageid=5&title=No`],
    ["event", 200, `/feed/${WIKI}/7.1795251600`],
    ["source", 200, "/source"],
    ["healthz", 200, "/healthz"],
    ["log", 200, "/log?format=json"],
    ["error", 400, `/api/v1/page?dbname=${WIKI}`],
    ["error", 400, "/api/v1/page?format=%3Cb%3E"],
    ["error", 401, `/api/v1/pages?dbname=${WIKI}&namespace=0`],
    ["error", 404, `/api/v1/page?dbname=${WIKI}&pageid=404`],
    ["error", 404, "/api/v1/nothing"],
    ["error", 404, "/list/nowiki/spam?format=json"],
  ])("%s, %i: %s", async (name, status, address, init) => {
    const response = await (await edge()).ask(address, init);
    const data = await response.json();
    expect([response.status, complaints(name, data)]).toEqual([status, null]);
    const { title = "" } = schemaDocument(name, BASE);
    meet(DEFINITIONS[title as DefinitionName], data, title);
  });

  test.each([11, 404])("page %i: the argument of a callback", async (pageid) => {
    const { ask } = await edge();
    const address = `/externalLinkProblem?dbname=${WIKI}&pageid=${pageid}&callback=f`;
    const script = await (await ask(address)).text();
    const data: unknown = JSON.parse(script.slice("/**/f(".length, -1));
    expect(complaints("problems", data)).toBe(null);
    meet(DEFINITIONS.Problems, data, "Problems");
  });

  test("nothing is described that never comes", () => {
    const described = Object.entries(DEFINITIONS).flatMap(([name, schema]) =>
      Object.keys((schema.properties as object | undefined) ?? {}).map((key) => `${name}.${key}`),
    );
    // The reason of a store that cannot be read.
    expect(described.filter((name) => !met.has(name) && name !== "Health.reason")).toEqual([]);
  });

  test("the schemas and the description of the addresses are served as they are, to scripts elsewhere, too", async () => {
    const { ask } = createWorld();
    for (const name of Object.keys(DOCUMENTS) as DocumentName[]) {
      const response = await ask(`/api/schema/${name}.json`);
      expect(response.headers.get("content-type")).toBe("application/schema+json; charset=utf-8");
      expect(await response.json()).toEqual(JSON.parse(JSON.stringify(schemaDocument(name, BASE))));
    }
    const response = await ask("/api/openapi.json");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    const { components, servers } = (await response.json()) as { components: JsonSchema; servers: unknown };
    expect(servers).toEqual([{ url: BASE }]);
    expect(components.schemas).toEqual(JSON.parse(JSON.stringify(definitions("#/components/schemas/"))));
    expect((await ask("/api/schema/nothing.json")).status).toBe(404);
  });
});

describe("the addresses that are published", () => {
  /** Not for programs, or described by what is served there. */
  const OTHERS = [
    "/",
    "/find",
    "/repair/{wiki}/{pageid}",
    "/list",
    "/login",
    "/login/callback",
    "/form.js",
    "/style.css",
    "/robots.txt",
    "/internal/kv",
    "/api",
    "/api/openapi.json",
    "/api/schema/{file}",
  ];

  test("are those that there are", () => {
    const { routes } = createApp({} as Parameters<typeof createApp>[0]);
    const paths = routes
      .filter(({ method }) => method === "GET")
      .map(({ path }) => path.replace(/:(\w+)/g, "{$1}"));
    // Lists share a route, which tells them apart.
    const published = [...ADDRESSES, ...FORM_ADDRESSES]
      .map(({ path }) => path)
      .filter((path) => !/^\/list\/\{wiki\}\/[a-z]+$/.test(path));
    expect([...new Set(paths)].sort()).toEqual([...published, ...OTHERS].sort());
  });

  const tried = ADDRESSES.flatMap((address) =>
    address.formats.map((format) => [address.path, format, address] as const),
  );
  test.each(tried)("%s answers in %s", async (path, format, { formats, friends }) => {
    const { ask } = await edge();
    const address = path
      .replace("{wiki}", WIKI)
      .replace("{pageid}", "11")
      .replace("{list}", "spam")
      .replace("{event}", "7.1795251600");
    const query = new URLSearchParams({ dbname: WIKI, url: "https://a.zz/" });
    if (!path.includes("{pageid}")) query.set("pageid", "11");
    if (friends) query.set("namespace", "0");
    if (/\/(?:paths|domain|organisation|archiving)$/.test(path)) query.set("domain", "dead.zz");
    if (formats.length > 1) query.set("format", format);
    // What is no page answer is the argument of a call.
    if (
      format === "js" &&
      formats.length > 1 &&
      (path === "/source" || path.startsWith("/list/") || !formats.includes("html"))
    )
      query.set("callback", "f");
    // A stream does not end; its head says what it is.
    const method = format === "sse" ? "HEAD" : "GET";
    const response = await ask(`${address}?${query}`, { method, ...(friends && FRIEND) });
    const types = {
      js: "text/javascript",
      csv: "text/csv",
      html: "text/html",
      atom: "application/atom+xml",
      sse: "text/event-stream",
    };
    const type = { ...types, json: "application/json", xml: "application/xml" }[format];
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain(type);
  });

  test.each(ADDRESSES.filter(({ formats }) => formats.length > 1))(
    "$path names what it answers in when it is asked for something else",
    async ({ path, formats, friends }) => {
      const { ask } = await edge();
      const address = path.replace(/\{(\w+)\}/g, (_, name: string) => (name === "list" ? "spam" : WIKI));
      const response = await ask(`${address}?format=yaml`, friends && FRIEND);
      const all = `${formats.slice(0, -1).join(", ")} or ${formats.at(-1)}`;
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: { code: "bad-format", message: `this address answers in ${all}, not "yaml"` } },
      ]);
    },
  );

  test("have the values that are published for their parameters, and no others", async () => {
    const { ask } = await edge();
    for (const address of ADDRESSES.filter(({ path }) => path === "/api/v1/page"))
      for (const name of address.parameters) {
        const { enum: values = [] } = parameterSchema(PARAMETERS[name].schema);
        const statusOf = async (value: string) =>
          (await ask(`${address.path}?dbname=${WIKI}&pageid=11&${name}=${value}`)).status;
        for (const value of values) expect([name, value, await statusOf(String(value))]).not.toContain(400);
        if (values.length > 0) expect([name, await statusOf("nonsense")]).toEqual([name, 400]);
      }
  });

  test("publish for gadgets no parameter that chooses or orders links: their answers have one order", async () => {
    const ofGadgets = ADDRESSES.filter(({ path }) => path.startsWith("/externalLinkProblem"));
    expect(ofGadgets.length).toBe(2);
    const names = ofGadgets.flatMap(({ parameters }) => parameters);
    for (const name of ["show", "status", "sort"]) expect(names).not.toContain(name);
  });

  test("are on a page for people, small and without scripts", async () => {
    const { ask } = createWorld();
    const response = await ask("/api?lang=de");
    const html = await response.text();
    expect([response.status, response.headers.get("vary")]).toEqual([200, "Accept-Language"]);
    expect(html).toContain('<html lang="de"');
    for (const { path } of ADDRESSES) expect(html).toContain(`GET ${path}`);
    expect(html).toContain('href="/api/openapi.json"');
    expect(html).toContain('href="/api/schema/page.json"');
    expect(html).not.toContain("<script");
    expect(new TextEncoder().encode(html).length).toBeLessThan(30_000);
  });
});

/** What an XML answer says, as JSON would: `item`s are members of a list; everything else is text. */
function readXml(xml: string): unknown {
  const stack: { name: string; keys: [string, unknown][]; text: string }[] = [
    { name: "", keys: [], text: "" },
  ];
  const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  for (const [, close, name = "", text = ""] of xml.matchAll(/<(\/?)(?:\?[^>]*|([A-Za-z]+))>([^<]*)/g)) {
    if (name === "") continue;
    if (close === "") stack.push({ name, keys: [], text });
    else {
      const { keys, text: answered = "" } = stack.pop() ?? { keys: [] };
      const value =
        keys.length > 0
          ? keys[0]?.[0] === "item"
            ? keys.map(([, member]) => member)
            : Object.fromEntries(keys)
          : answered;
      stack
        .at(-1)
        ?.keys.push([
          name,
          typeof value === "string"
            ? value.replace(/&(\w+);/g, (_, entity: string) => entities[entity] ?? "")
            : value,
        ]);
    }
  }
  return stack[0]?.keys[0]?.[1];
}

/** JSON as XML has it: no null, everything a text, an empty list an empty text. */
function asXml(data: unknown): unknown {
  if (Array.isArray(data)) return data.length === 0 ? "" : data.map(asXml);
  if (typeof data !== "object" || data === null) return String(data);
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, asXml(value)]),
  );
}

test("one page says the same in JSON, XML, HTML, as a script, and to the gadget (Q6, G4, design 9)", async () => {
  const { ask } = await edge();
  const question = `dbname=${WIKI}&pageid=11&show=all`;
  const body = async (address: string) => (await ask(address)).text();
  const json = JSON.parse(await body(`/api/v1/page?${question}`)) as {
    pages: {
      urls: { url: string; verdict: string; status: number; http: number; archivedHere?: string }[];
    }[];
  };
  const urls = json.pages[0]?.urls ?? [];
  expect(urls.length).toBe(LINKS.length);

  expect(readXml(await body(`/api/v1/page?${question}&format=xml`))).toEqual(asXml(json));

  const called = await body(`/api/v1/page?${question}&format=js&callback=f`);
  const { problems, ...rest } = JSON.parse(called.slice("/**/f(".length, -1));
  expect(rest).toEqual(json);

  const items = (await body(`/externalLinkInfo?${question}&sort=domain&lang=en`)).match(
    /<ul class="urls">.*?<\/ul>\n/s,
  )?.[0];
  const shown = [...(items ?? "").matchAll(/<li[^>]*>(?:(?!<\/?li).)*?class="v (\w+)"/gs)].map(
    ([, verdict]) => verdict,
  );
  expect(shown).toEqual(urls.map(({ verdict }) => verdict));

  const fired: unknown[] = [];
  const mediaWiki = { hook: () => ({ fire: (answered: unknown) => fired.push(answered) }) };
  for (const address of ["/api/v1/page", "/externalLinkProblem"])
    new Function("window", await body(`${address}?${question}&format=js`))({ mediaWiki });
  const dead = urls.filter(
    ({ verdict, archivedHere }) => verdict === "unreachable" && archivedHere === undefined,
  );
  // The store alone counts but the links that it has.
  const stored = problems.map((problem: object) => ({ ...problem, total: PAGE.urls.length }));
  expect(fired).toEqual([problems, stored]);
  expect(problems).toMatchObject(dead.map(({ url, status, http }) => ({ url, status, http })));
});
