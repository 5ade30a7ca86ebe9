import * as z from "zod/mini";
import { NoteSchema, SpamSchema } from "../../shared/answer/parts.ts";
import { ArchiveLink, UrlAnswer } from "../../shared/answer/types.ts";
import { SiteRelaunched } from "../../shared/protocol/feed.ts";
import type { ChangeKind } from "../types.ts";

const shown = z.pick(UrlAnswer, {
  verdict: true,
  rule: true,
  status: true,
  http: true,
  since: true,
  last: true,
  checks: true,
});
const comeAndGone = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ came: z.array(item), gone: z.array(item) });
const namedPage = { wiki: z.string(), title: z.string() };
const urls = comeAndGone(z.string());

/** What `db/changes/types.ts` says of payloads, as far as those who read them rely on it. */
const PAYLOADS: Readonly<Record<ChangeKind, z.ZodMiniType>> = {
  url: z.object({
    url: z.string(),
    // Newer crawlers may know more kinds of news.
    news: z.array(z.string()),
    before: shown,
    after: shown,
    notes: z.optional(comeAndGone(NoteSchema)),
    archive: z.optional(z.nullable(ArchiveLink)),
    replacement: z.optional(z.nullable(z.string())),
    movedTo: z.optional(z.nullable(z.string())),
    reports: z.optional(z.string()),
  }),
  "page-links": z.object({
    ...namedPage,
    urls,
    spam: z.optional(comeAndGone(z.object({ url: z.string(), list: SpamSchema }))),
  }),
  "page-deleted": z.object({ ...namedPage, namespace: z.int(), reason: z.string() }),
  "url-deleted": z.object({ ...namedPage, urls }),
  "site-relaunched": z.object({
    wiki: z.string(),
    relaunch: SiteRelaunched,
    pages: z.array(z.int()),
    pageCount: z.int(),
  }),
  "first-results": z.object({ urls: z.array(z.int()) }),
};

/** What is wrong with a row of the table of changes, in words for an operator; null: nothing. Pure. */
export function payloadFault({
  kind,
  payload,
}: {
  readonly kind: string;
  readonly payload: unknown;
}): string | null {
  if (!Object.hasOwn(PAYLOADS, kind)) return "unknown kind";
  const [issue] = z.safeParse(PAYLOADS[kind as ChangeKind], payload).error?.issues ?? [];
  return issue === undefined ? null : `${["payload", ...issue.path].join(".")}: ${issue.code}`;
}
