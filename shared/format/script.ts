import type { Answer, AnswerError, UrlAnswer } from "../answer/types.ts";
import { answerData, type Data, errorDocument } from "./json.ts";
import type { Printer } from "./types.ts";

/**
 * Text inside a script that runs in a wiki page: nothing that could end the script element or a line of it,
 * and only printable ASCII, so that neither charset nor bidirectional controls can change how it reads.
 */
function escapeScript(json: string): string {
  return json.replace(
    /[<>&\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const literal = (value: Data): string => escapeScript(JSON.stringify(value ?? null));

/** Most texts are as they stand; to look costs a tenth of writing them anew. */
const PLAIN = /^[ !#-%'-;=?-[\]-~]*$/;
export const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : literal(text));

/** `{ url: "…", http: 404 }`: an object literal in the notation of the gadget's documentation (G1). */
function objectLiteral(object: Readonly<Record<string, string | number | boolean>>): string {
  let members = "";
  for (const key in object) {
    const value = object[key];
    members += `${members === "" ? "" : ", "}${key}: ${typeof value === "string" ? quoted(value) : value}`;
  }
  return `{ ${members} }`;
}

/** One URL of which a gadget tells its reader: the address and the evidence in short. */
interface Problem {
  readonly url: string;
  readonly status: number;
  readonly http?: number;
  readonly since?: number;
  readonly last?: number;
  readonly checks: number;
  /** The failures began under another status: `since` is not claimed for this one (C11). */
  readonly mixed?: true;
  /** The server answers, but not with the page (C6, C7). */
  readonly deadEnd?: true;
  readonly archive?: string;
  readonly replacement?: string;
  /** How many people say that it works for them (H1). */
  readonly reports?: number;
  /** How many external links its page has, the working ones included. */
  readonly total?: number;
}

function problemOf(answer: UrlAnswer, total: number | undefined): Problem {
  const archive = answer.archives.find(({ url }) => url !== "")?.url;
  const youngest = answer.history[0];
  const mixed = youngest !== undefined && answer.since !== null && answer.since < youngest.first;
  return {
    url: answer.url,
    status: answer.status,
    ...(answer.http !== null && { http: answer.http }),
    ...(answer.since !== null && { since: answer.since }),
    ...(answer.last !== null && { last: answer.last }),
    checks: answer.checks,
    ...(mixed && { mixed }),
    ...(youngest?.deadEnd === true && { deadEnd: true }),
    ...(archive !== undefined && { archive }),
    ...(answer.replacement !== null && { replacement: answer.replacement }),
    ...(answer.reports > 0 && { reports: answer.reports }),
    ...(total !== undefined && { total }),
  };
}

/** The presumed unreachable URLs of all pages of the answer, each once; false when there is none (G1). */
export function problemsOf(answer: Answer): readonly Problem[] | false {
  const problems = new Map<string, Problem>();
  for (const page of answer.pages)
    for (const url of page.urls)
      if (url.verdict === "unreachable" && !problems.has(url.url))
        problems.set(url.url, problemOf(url, page.total));
  return problems.size === 0 ? false : [...problems.values()];
}

/** What stands before and behind the list of problems; also where edge/gadget/print.ts writes it. */
export const GADGET_HEAD = "( function ( mw ) { var problems = ";
export const GADGET_TAIL =
  '; mw.hook( "externalLinkProblem/query.answer" ).fire( problems ); }( window.mediaWiki ) );\n';
export const NO_PROBLEMS = "false";

function gadgetScript(answer: Answer): string {
  const problems = problemsOf(answer);
  const list =
    problems === false
      ? NO_PROBLEMS
      : `[ ${problems.map((problem) => objectLiteral({ ...problem })).join(", ")} ]`;
  return `${GADGET_HEAD}${list}${GADGET_TAIL}`;
}

/** The comment in front keeps the name from being read as the start of another format (Rosetta Flash). */
export const printCall = (callback: string, data: Data): string => `/**/${callback}(${literal(data)})`;

export const printScript: Printer = {
  contentType: "text/javascript; charset=utf-8",
  print: (answer, { callback }) =>
    callback === null
      ? gadgetScript(answer)
      : printCall(callback, { problems: problemsOf(answer) as Data, ...answerData(answer) }),
  printError: (error: AnswerError, { callback }) =>
    callback === null
      ? `( function ( mw ) { var error = ${objectLiteral({ code: error.code, message: error.message })}; ` +
        'mw.hook( "externalLinkProblem/query.error" ).fire( error ); }( window.mediaWiki ) );\n'
      : printCall(callback, errorDocument(error)),
};
