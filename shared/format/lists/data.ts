import type { DomainPage } from "../../answer/domain.ts";
import type { ListedUse, WikiList } from "../../answer/lists.ts";
import { isoOfDay } from "../../calendar/day.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import type { DomainDocument, ListDocument, ListEntry } from "../documents.ts";
import { historyData, sinceData } from "../json.ts";
import { articleUrl } from "../paths.ts";

const useData = (use: ListedUse, profile: WikiProfile): ListEntry => ({
  pageid: use.pageid,
  title: use.title,
  namespace: use.namespace,
  page: articleUrl(profile, use.title),
  url: use.url,
  verdict: use.verdict,
  rule: use.rule,
  status: use.status,
  http: use.http,
  ...sinceData(use),
  history: historyData(use.history),
  spam: use.spam,
  line: use.line,
  ...(use.movedTo !== undefined && { movedTo: use.movedTo }),
  ...(use.move !== undefined && { move: { ...use.move, checkedDate: isoOfDay(use.move.checked) } }),
});

/** A domain as JSON and XML have it (docs/api.md). */
export const domainData = ({ known, ...page }: DomainPage): DomainDocument => ({
  ...page,
  known: known.map((each) => ({
    ...each,
    firstDate: isoOfDay(each.first),
    lastDate: isoOfDay(each.last),
  })),
});

/** A list as JSON and XML have it (docs/api.md). */
export const listData = ({ entries, ...list }: WikiList, profile: WikiProfile): ListDocument => {
  const { cursor, ...head } = list;
  return { ...head, entries: entries.map((use) => useData(use, profile)), cursor };
};
