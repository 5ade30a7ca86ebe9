import type { Answer, AnswerError, ArchiveLink, PageAnswer, UrlAnswer } from "../answer/types.ts";
import { type Day, isoOfDay } from "../calendar/day.ts";
import { versionTime } from "../url/archives.ts";
import type { ErrorDocument, PageDocument, RunDocument, UrlDocument } from "./documents.ts";
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

const dateOf = (day: Day | null): string | null => (day === null ? null : isoOfDay(day));

/** A history with the dates of its days. */
export const historyData = (history: UrlAnswer["history"]): readonly RunDocument[] =>
  history.map(({ status, http, first, last, checks, deadEnd, refused }) => ({
    status,
    http,
    first,
    firstDate: isoOfDay(first),
    last,
    lastDate: isoOfDay(last),
    checks,
    ...(deadEnd === true && { deadEnd }),
    ...(refused === true && { refused }),
  }));

/** The observations behind a verdict, with the dates of their days. */
export const sinceData = ({ since, last, checks }: Pick<UrlAnswer, "since" | "last" | "checks">) => ({
  since,
  sinceDate: dateOf(since),
  last,
  lastDate: dateOf(last),
  checks,
});

function dated({ type, url }: ArchiveLink): ArchiveLink {
  const time = versionTime(url);
  return time === null ? { type, url } : { type, url, at: time.at };
}

const urlData = (answer: UrlAnswer): UrlDocument => ({
  url: answer.url,
  verdict: answer.verdict,
  status: answer.status,
  http: answer.http,
  ...sinceData(answer),
  history: historyData(answer.history),
  notes: answer.notes.map(({ key, value }) => (value === undefined ? { key } : { key, value })),
  archives: answer.archives.map(dated),
  replacement: answer.replacement,
  ...(answer.movedTo !== undefined && { movedTo: answer.movedTo }),
  reports: answer.reports,
  spam: answer.spam,
  rule: answer.rule,
  mime: answer.mime,
  kib: answer.kib,
  ...(answer.onTheSpot && { onTheSpot: { ...answer.onTheSpot } }),
  ...(answer.archivedHere !== undefined && { archivedHere: answer.archivedHere }),
});

const pageData = (page: PageAnswer): PageDocument["pages"][number] => ({
  wiki: page.wiki,
  pageid: page.pageid,
  title: page.title,
  watched: page.watched,
  live: page.live,
  asOf: page.asOf,
  urls: page.urls.map(urlData),
  ...(page.total !== undefined && { total: page.total }),
  ...(page.asked !== undefined && { asked: page.asked }),
  ...(page.redirectedFrom !== undefined && { redirectedFrom: page.redirectedFrom }),
  ...(page.error && { error: errorData(page.error) }),
});

const errorData = ({ code, message }: AnswerError) => ({ code, message });

/** The keys of docs/api.md in its order, ours after them: callers may diff two answers as text. */
export function answerData(answer: Answer): PageDocument {
  const { version, generated, pages, cursor } = answer;
  return { version, generated, pages: pages.map(pageData), ...(cursor !== undefined && { cursor }) };
}

export const errorDocument = (error: AnswerError): ErrorDocument => ({ error: errorData(error) });

/** Well-formed by definition (ES2019): a lone surrogate comes out as an escape. */
export const printJson: Printer = {
  contentType: "application/json; charset=utf-8",
  print: (answer) => `${JSON.stringify(answerData(answer))}\n`,
  printError: (error) => `${JSON.stringify(errorDocument(error))}\n`,
};
