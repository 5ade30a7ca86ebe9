import type { Context } from "hono";
import type { AnswerError } from "../../shared/answer/types.ts";
import { readBounded } from "../bounded-body.ts";
import type { Edge } from "../env.ts";
import { type Refusal, refusal } from "../refusal.ts";
import { isInteractive, type Parameters, parametersOf, parseReply, type Reply, replyOf } from "../request.ts";
import { baseOf } from "../respond.ts";

/** Two addresses, escaped three times over, and the rest. */
const FORM_BYTES_MAX = 64 * 1024;

/** A page of ours in a browser: no script, no page of others that sends it in a reader's name. */
export function isFromForm(c: Context<Edge>): boolean {
  const header = (name: string) => c.req.header(name);
  const site = header("sec-fetch-site");
  return (
    isInteractive(header) &&
    // Without TLS, and of old, browsers send nothing but the origin of a form: any site could have read the token for its readers.
    (site === "same-origin" || (!site && isOwnHost(header("origin"), baseOf(c)))) &&
    /^application\/x-www-form-urlencoded\b/i.test(header("content-type") ?? "")
  );
}

const isOwnHost = (origin: string | undefined, own: string): boolean =>
  origin === undefined || URL.parse(origin)?.host === new URL(own).host;

/** 403: what a browser would not send from one of our pages, or a page whose address is not PUBLIC_URL. */
const FORM_REFUSED: AnswerError = {
  code: "people-only-forms",
  message:
    "reports, suggestions and the like are taken from people alone, in the forms of this site as a browser sends them; programs have no way to make them. A reader reloads the page with the form and sends it again; the operator sets PUBLIC_URL to the address by which browsers reach this site",
};

/** The fields of a form; an empty one counts as left out. null: too long. */
export async function formOf(c: Context<Edge>): Promise<Parameters | null> {
  const bytes = await readBounded(c.req.raw.body, FORM_BYTES_MAX);
  if (bytes === null) return null;
  const fields = new URLSearchParams(new TextDecoder().decode(bytes));
  return (name) => fields.get(name) || undefined;
}

/** A form says its language as the address of a page does. */
const languageOf =
  (parameter: Parameters): Parameters =>
  (name) =>
    name === "lang" || name === "uselang" ? parameter(name) : undefined;

/** What the address of a page with a form is asked; `refused`: why that is not taken. */
interface FormRequest {
  readonly reply: Reply;
  readonly parameter: Parameters;
  readonly refused: Refusal | null;
}

/** Fields of the address, or of a form that was posted. `programs`: what programs hear, which have no forms. */
export async function readForm(c: Context<Edge>, programs = FORM_REFUSED): Promise<FormRequest> {
  const { reply, error } = replyOf(c, ["html"]);
  const given = { reply, parameter: parametersOf(c) };
  if (error !== null) return { ...given, refused: { status: 400, error } };
  if (reply.format !== "html") return { ...given, refused: { status: 403, error: programs } };
  if (c.req.method !== "POST") return { ...given, refused: null };
  const parameter = await formOf(c);
  if (parameter === null)
    return { ...given, refused: refusal(413, "too-large", `send at most ${FORM_BYTES_MAX} bytes`) };
  const { lang } = parseReply(languageOf(parameter), ["html"], reply.lang).reply;
  const refused = isFromForm(c) ? null : { status: 403, error: FORM_REFUSED };
  return { reply: { ...reply, lang }, parameter, refused };
}

/** Of a `Shown`, in place of what it has: 429 with Retry-After, where what came of an act is that there were too many. */
export const limited = (outcome: string | null | undefined, seconds = 3_600) =>
  outcome === "too-soon" || outcome === "too-many"
    ? { status: 429, headers: { "retry-after": String(seconds) } }
    : {};
