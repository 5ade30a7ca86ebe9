import { definitions, parameterSchema } from "../../shared/format/schema.ts";
import { messages } from "../../shared/i18n/messages.ts";
import { nameOf, PARAMETERS, type Parameter, type ParameterName } from "../parameters.ts";
import {
  ADDRESSES,
  type Address,
  CONTENT_TYPES,
  FORM_ADDRESSES,
  FORM_REQUIRED,
  type FormAddress,
  type SentForm,
} from "./api-addresses.ts";

const COMPONENTS = "#/components/schemas/";
const say = messages("en");

const inPath = ({ path }: Pick<Address, "path">, name: string): boolean => path.includes(`{${name}}`);

function parameter(address: Pick<Address, "path" | "required">, name: ParameterName) {
  const path = inPath(address, name);
  const { description, schema, example }: Parameter = PARAMETERS[name];
  return {
    name: nameOf(name),
    in: path ? "path" : "query",
    required: path || address.required?.includes(name) === true,
    description,
    schema: parameterSchema(schema),
    ...(example !== undefined && { example }),
  };
}

function parametersOf(address: Address) {
  const { formats, parameters } = address;
  const format = { type: "string", enum: formats, default: formats[0] };
  return [
    ...parameters.map((name) => parameter(address, name)),
    ...(formats.length > 1
      ? [{ name: "format", in: "query", required: false, description: "Of the answer.", schema: format }]
      : []),
  ];
}

const header = (name: string) => [name, { $ref: `#/components/headers/${name}` }] as const;
const LIMITS = Object.fromEntries(["RateLimit", "RateLimit-Policy"].map(header));

const refused = (description: string, more: readonly string[] = []) => ({
  description,
  headers: Object.fromEntries(more.map(header)),
  content: { "application/json": { schema: { $ref: `${COMPONENTS}ErrorAnswer` } } },
});

const REFUSALS: Readonly<Record<number, ReturnType<typeof refused>>> = {
  400: refused("A wrong question; the message says what to do."),
  401: refused("An address for trusted tools, without a token of one."),
  404: refused("No such page, wiki, farm or list."),
  409: refused("The page was edited meanwhile."),
  410: refused("What was asked for is no longer kept; the message says where to go on."),
  503: refused("A source is away; go on after Retry-After.", ["Retry-After"]),
};

function contentOf({ formats, schema }: Address) {
  return Object.fromEntries(
    formats.map((format) => [
      CONTENT_TYPES[format],
      format === "json" && schema !== undefined
        ? { schema: { $ref: COMPONENTS + schema } }
        : { schema: { type: "string" } },
    ]),
  );
}

function responsesOf(address: Address) {
  const { errors, parameters, friends, unthrottled } = address;
  const health = address.path === "/healthz";
  const queued = { "application/json": { schema: { $ref: `${COMPONENTS}Queued` } } };
  return {
    200: {
      description: "The answer.",
      ...(!health && { headers: { ...Object.fromEntries([header("ETag")]), ...(!unthrottled && LIMITS) } }),
      content: contentOf(address),
    },
    ...(parameters.includes("ping") && {
      202: { description: "Of ping=1: the pages are looked at again.", ...(friends && { content: queued }) },
    }),
    ...(!health && { 304: { description: "As If-None-Match has it." } }),
    ...Object.fromEntries(errors.map((status) => [status, REFUSALS[status]])),
    ...(health && { 503: { description: "The store cannot be read.", content: contentOf(address) } }),
    ...(!unthrottled && {
      429: refused("Too many questions.", ["Retry-After", "RateLimit", "RateLimit-Policy"]),
    }),
    default: refused("Whatever else is refused, or went wrong."),
  };
}

/** `GET /api/v1/page` as a name for programs that are made from this: `getApiV1Page`. */
const operationId = (method: "get" | "post", path: string): string =>
  method +
  path
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

const operation = (address: Address) => ({
  operationId: operationId("get", address.path),
  summary: say.text(address.says),
  parameters: parametersOf(address),
  responses: responsesOf(address),
  ...(address.friends && { security: [{ friend: [] }] }),
});

const PAGE = { "text/html": { schema: { type: "string" } } } as const;

/** What may come in place of a page that says what was done. */
const FORM_REFUSALS: Readonly<Record<number, string>> = {
  400: "A field is missing, or cannot be read.",
  403: "What a browser would not send from the form.",
  404: "The link stands on no watched page of the wiki, or there is no such wiki.",
  409: "It cannot be done, and the page says why: such as a link that is not shown as broken, or an entry that was undone already.",
  413: "Too long.",
  429: "Too much was sent from this network, or by this account, lately.",
  503: "Origin is away.",
};

const page = (description: string) => ({ description, content: PAGE });
const FOR_PEOPLE = "For people in a browser; programs are refused.";

function sending({ path, says }: Pick<Address, "path" | "says">, { fields, required }: SentForm) {
  const properties = fields.map((field) => {
    const { description, schema }: Parameter = PARAMETERS[field];
    return [nameOf(field), { description, ...parameterSchema(schema) }] as const;
  });
  const form = {
    type: "object",
    properties: Object.fromEntries(properties),
    required: required.map(nameOf),
  };
  return {
    operationId: operationId("post", path),
    summary: say.text(says),
    description: FOR_PEOPLE,
    requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema: form } } },
    responses: {
      200: page("Done, as the page says."),
      ...Object.fromEntries(Object.entries(FORM_REFUSALS).map(([status, reason]) => [status, page(reason)])),
    },
  };
}

function formOperations(address: FormAddress) {
  const { path, says, parameters, sent } = address;
  return {
    get: {
      operationId: operationId("get", path),
      summary: say.text(says),
      description: FOR_PEOPLE,
      parameters: parameters.map((each) => parameter({ path }, each)),
      responses: { 200: page("The form."), default: page("An error.") },
    },
    post: sending(address, { fields: [...parameters, ...sent], required: FORM_REQUIRED }),
  };
}

const HEADERS = {
  ETag: "Of the content; If-None-Match with it brings 304.",
  RateLimit: 'What is left of the scarcest policy, and for how many seconds: "address";r=57;t=4',
  "RateLimit-Policy": 'Policies that the question counts in: "address";q=60;w=10, "site";q=600;w=10',
  "Retry-After": "Seconds.",
};

/** The addresses as OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1). `base`: scheme and host of this edge. */
export function openApi(base: string, version: string) {
  return {
    openapi: "3.1.1",
    info: {
      title: "Weboid",
      version,
      summary: say.text("front-lead"),
      description:
        "Keys, addresses and values of enumerations may be added, never changed: pass over what you do not know.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: base }],
    paths: Object.fromEntries([
      ...ADDRESSES.map((address) => [
        address.path,
        { get: operation(address), ...(address.form && { post: sending(address, address.form) }) },
      ]),
      ...FORM_ADDRESSES.map((form) => [form.path, formOperations(form)]),
    ]),
    components: {
      schemas: definitions(COMPONENTS),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, description]) => [
          name,
          { description, schema: { type: name === "Retry-After" ? "integer" : "string" } },
        ]),
      ),
      securitySchemes: {
        friend: { type: "http", scheme: "bearer", description: "A token of the operator: weboid friend add" },
      },
    },
  };
}
