import type { Answer, AnswerError, PageAnswer, UrlAnswer } from "../answer/types.ts";
import type { Printer } from "./types.ts";

/** JSON values as plain data: what JSON, XML and the script answers print. */
export type Data =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Data[]
  | { readonly [key: string]: Data };

function urlData(answer: UrlAnswer): Data {
  return {
    url: answer.url,
    verdict: answer.verdict,
    status: answer.status,
    http: answer.http,
    since: answer.since,
    last: answer.last,
    checks: answer.checks,
    history: answer.history.map(({ status, http, first, last, checks, deadEnd, refused }) => ({
      status,
      http,
      first,
      last,
      checks,
      ...(deadEnd === true && { deadEnd }),
      ...(refused === true && { refused }),
    })),
    notes: answer.notes.map(({ key, value }) => (value === undefined ? { key } : { key, value })),
    archives: answer.archives.map(({ type, url }) => ({ type, url })),
    replacement: answer.replacement,
    reports: answer.reports,
    spam: answer.spam,
    rule: answer.rule,
    mime: answer.mime,
    kib: answer.kib,
    ...(answer.onTheSpot && { onTheSpot: { ...answer.onTheSpot } }),
  };
}

function pageData(page: PageAnswer): Data {
  return {
    wiki: page.wiki,
    pageid: page.pageid,
    title: page.title,
    watched: page.watched,
    live: page.live,
    asOf: page.asOf,
    urls: page.urls.map(urlData),
    total: page.total,
    ...(page.asked !== undefined && { asked: page.asked }),
    ...(page.redirectedFrom !== undefined && { redirectedFrom: page.redirectedFrom }),
    ...(page.error && { error: errorData(page.error) }),
  };
}

function errorData({ code, message }: AnswerError): Data {
  return { code, message };
}

/** The keys of contract.md in its order, ours after them: callers may diff two answers as text. */
export function answerData(answer: Answer): { readonly [key: string]: Data } {
  const { version, generated, pages, cursor } = answer;
  return { version, generated, pages: pages.map(pageData), ...(cursor !== undefined && { cursor }) };
}

export function errorDocument(error: AnswerError): { readonly [key: string]: Data } {
  return { error: errorData(error) };
}

/** Well-formed by definition (ES2019): a lone surrogate comes out as an escape. */
export const printJson: Printer = {
  contentType: "application/json; charset=utf-8",
  print: (answer) => `${JSON.stringify(answerData(answer))}\n`,
  printError: (error) => `${JSON.stringify(errorDocument(error))}\n`,
};
