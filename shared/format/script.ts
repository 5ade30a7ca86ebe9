import type { Answer, AnswerError, UrlAnswer } from "../answer/types.ts";
import type { Problem } from "./documents.ts";
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

/** Most texts are as they stand; to look costs a tenth of escaping them. */
const PLAIN = /^[ !#-%'-;=?-[\]-~]*$/;
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : literal(text));

/** `{ url: "…", http: 404 }`: an object literal in the notation of the gadget's documentation (G1). */
function objectLiteral(object: Readonly<Record<string, string | number | boolean | undefined>>): string {
  let members = "";
  for (const key in object) {
    const value = object[key];
    if (value === undefined) continue;
    members += `${members === "" ? "" : ", "}${key}: ${typeof value === "string" ? quoted(value) : value}`;
  }
  return `{ ${members} }`;
}

/** Keys that do not apply are undefined, and left out when printed. */
type Finding = { readonly [Key in keyof Problem]-?: Problem[Key] | undefined };

/** A URL for the readers of a page: the address and the evidence in short. */
function problemOf(answer: UrlAnswer, total: number | undefined): Finding {
  const { url, status, http, since, last, checks, archives, replacement, movedTo, reports } = answer;
  const youngest = answer.history[0];
  return {
    url,
    status,
    http: http ?? undefined,
    since: since ?? undefined,
    last: last ?? undefined,
    checks,
    /** The failures began under another status: `since` is not claimed for this one (C11). */
    mixed: (youngest !== undefined && since !== null && since < youngest.first) || undefined,
    /** The server answers, but not with the page (C6, C7). */
    deadEnd: youngest?.deadEnd,
    archive: archives.find((archive) => archive.url !== "")?.url,
    replacement: replacement ?? undefined,
    movedTo,
    /** How many people say that it works for them (H1). */
    reports: reports || undefined,
    /** How many external links its page has, the working ones included. */
    total,
  };
}

/** The presumed unreachable URLs of all pages of the answer, each once; false when there is none (G1). */
function problemsOf(answer: Answer): readonly Finding[] | false {
  const problems = new Map<string, Finding>();
  for (const page of answer.pages)
    for (const url of page.urls)
      if (url.verdict === "unreachable" && url.archivedHere === undefined && !problems.has(url.url))
        problems.set(url.url, problemOf(url, page.total));
  return problems.size === 0 ? false : [...problems.values()];
}

/** What a gadget asks for as data: nothing of it runs in the wiki's page. */
export const printProblems = (answer: Answer): string => JSON.stringify({ problems: problemsOf(answer) });

const GADGET_HEAD = "( function ( mw ) { var problems = ";
const GADGET_TAIL =
  '; mw.hook( "externalLinkProblem/query.answer" ).fire( problems ); }( window.mediaWiki ) );\n';

function gadgetScript(answer: Answer): string {
  const problems = problemsOf(answer);
  const list = problems === false ? "false" : `[ ${problems.map(objectLiteral).join(", ")} ]`;
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
