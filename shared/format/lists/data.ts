import type { ListedUse, WikiList } from "../../answer/lists.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import { articleUrl } from "../article.ts";
import type { Data } from "../json.ts";

function useData(use: ListedUse, profile: WikiProfile): { readonly [key: string]: Data } {
  return {
    pageid: use.pageid,
    title: use.title,
    namespace: use.namespace,
    page: articleUrl(profile, use.title),
    url: use.url,
    verdict: use.verdict,
    rule: use.rule,
    status: use.status,
    http: use.http,
    since: use.since,
    last: use.last,
    checks: use.checks,
    history: use.history.map((run) => ({ ...run })),
    spam: use.spam,
    line: use.line,
  };
}

/** A list as JSON and XML have it (docs/api.md). */
export function listData(list: WikiList, profile: WikiProfile): { readonly [key: string]: Data } {
  const { version, generated, wiki, list: name, domain, path, entries, cursor } = list;
  return {
    version,
    generated,
    wiki,
    list: name,
    domain,
    path,
    entries: entries.map((use) => useData(use, profile)),
    cursor,
  };
}
