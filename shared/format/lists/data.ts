import type { DomainPage } from "../../answer/domain.ts";
import type { ListedUse, WikiList } from "../../answer/lists.ts";
import type { ListedRelaunch, OrganisationPage, RelaunchList } from "../../answer/organisation.ts";
import { isoOfDay } from "../../calendar/day.ts";
import type { WikiProfile } from "../../protocol/types.ts";
import type {
  ArchivingDocument,
  DomainDocument,
  ListDocument,
  ListEntry,
  OrganisationDocument,
  RelaunchDocument,
  RelaunchesDocument,
} from "../documents.ts";
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

/** A relaunch as all formats have it, and commands (docs/api.md). */
export const relaunchData = (relaunch: ListedRelaunch): RelaunchDocument => ({
  ...relaunch,
  fromDate: isoOfDay(relaunch.from),
  toDate: isoOfDay(relaunch.to),
  foundDate: isoOfDay(relaunch.found),
});

export const relaunchesData = ({ entries, cursor, ...head }: RelaunchList): RelaunchesDocument => ({
  ...head,
  entries: entries.map(relaunchData),
  cursor,
});

/** The sites of an organisation as JSON and XML have them; without the head, as a command prints them (docs/api.md). */
export const organisationData = <Page extends Omit<OrganisationPage, keyof OrganisationHead>>(
  page: Page,
): Page & Pick<OrganisationDocument, "relaunches"> => ({
  ...page,
  relaunches: page.relaunches.map(relaunchData),
});
type OrganisationHead = Pick<OrganisationPage, "version" | "generated" | "wiki" | "list">;

/** What of an organisation is worth archiving, as a list of its own. */
export const archivingData = ({
  domains: _,
  days: __,
  relaunches: ___,
  archiving,
  ...head
}: OrganisationPage): ArchivingDocument => ({ ...head, list: "archiving", entries: archiving });

/** A list as JSON and XML have it (docs/api.md). */
export const listData = ({ entries, ...list }: WikiList, profile: WikiProfile): ListDocument => {
  const { cursor, ...head } = list;
  return { ...head, entries: entries.map((use) => useData(use, profile)), cursor };
};
