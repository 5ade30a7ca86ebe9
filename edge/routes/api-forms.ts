import type { MessageKey } from "../../shared/i18n/messages.ts";

/** A form for people (H): programs are to know that it is there, and not for them. */
export interface FormAddress {
  readonly path: "/report" | "/replacement";
  readonly says: MessageKey;
  /** What is sent, `application/x-www-form-urlencoded`, as JSON Schema. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly required: readonly string[];
}

const text = (description: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: "string",
  description,
  ...more,
});

const COMMON = {
  url: text("The link."),
  dbname: text("The wiki on whose pages it stands."),
  pageid: text("The page to which the form leads back."),
  token: text("Of the form; it holds for an hour, and for the network that opened it."),
  lang: text("Language of the answer."),
} as const;
const REQUIRED = ["url", "dbname", "token"] as const;

export const FORM_ADDRESSES: readonly FormAddress[] = [
  {
    path: "/report",
    says: "people-report-hint",
    fields: {
      ...COMMON,
      action: text("Report, or take back such reports.", { enum: ["make", "withdraw"], default: "make" }),
      domain: text("All links to its host that are shown as broken.", { enum: ["1"] }),
    },
    required: REQUIRED,
  },
  {
    path: "/replacement",
    says: "people-replacement-hint",
    fields: {
      ...COMMON,
      action: text("Propose, or remove the present one.", { enum: ["make", "withdraw"], default: "make" }),
      replacement: text("The address to put in its place."),
    },
    required: REQUIRED,
  },
];

/** What may come in place of a page that says what was done. */
const REFUSED: Readonly<Record<number, string>> = {
  400: "A field is missing, or cannot be read.",
  403: "What a browser would not send from the form.",
  404: "The link stands on no watched page of the wiki, or there is no such wiki.",
  409: "It is not shown as broken, or the replacement is none that can be taken.",
  413: "Too long.",
  429: "Too much was sent from this network lately.",
  503: "Origin is away.",
};

const PAGE = { "text/html": { schema: { type: "string" } } } as const;

/** GET and POST as OpenAPI has them. `summary`: the message in words. */
export function formOperations({ path, fields, required }: FormAddress, summary: string) {
  const name = path === "/report" ? "Report" : "Replacement";
  const description = "For people in a browser; programs are refused.";
  const inQuery = Object.entries(fields).filter(([field]) => field !== "token" && field !== "action");
  return {
    get: {
      operationId: `get${name}`,
      summary,
      description,
      parameters: inQuery.map(([field, { description: says, ...schema }]) => ({
        name: field,
        in: "query",
        required: false,
        description: says,
        schema,
      })),
      responses: {
        200: { description: "The form.", content: PAGE },
        default: { description: "An error.", content: PAGE },
      },
    },
    post: {
      operationId: `post${name}`,
      summary,
      description,
      requestBody: {
        required: true,
        content: {
          "application/x-www-form-urlencoded": { schema: { type: "object", properties: fields, required } },
        },
      },
      responses: {
        200: { description: "Done, as the page says.", content: PAGE },
        ...Object.fromEntries(
          Object.entries(REFUSED).map(([status, says]) => [status, { description: says, content: PAGE }]),
        ),
      },
    },
  };
}
