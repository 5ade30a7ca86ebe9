import type { Criterion } from "../../db/types.ts";
import type { WikiError } from "./answer.ts";
import { allPages, categoryMembers, type ListRequest, parseList, readPages, transclusions } from "./pages.ts";
import { resolveCriteria } from "./resolve-titles.ts";
import { readSiteInfo, type SiteInfo } from "./siteinfo.ts";
import { failed, fine, type Params, type Result, type Wiki } from "./wiki.ts";

export interface Asked {
  readonly site: SiteInfo;
  /** As they are stored. */
  readonly criteria: readonly Criterion[];
  /** What failed for the moment, for whoever waits; null: nothing did. */
  readonly trouble: WikiError | null;
}

/**
 * Asks a wiki who it is, and once each for what feeding it by these criteria needs; refuses what cannot be used, with the
 * mend. What fails for the moment is told, and left to the feeder, which comes again.
 */
export async function askWiki(wiki: Wiki, criteria: readonly Criterion[]): Promise<Result<Asked>> {
  const site = await readSiteInfo(wiki);
  if (!site.ok) return site;
  const checked = await resolveCriteria(wiki, criteria, site.value);
  if (!checked.ok) return checked;
  let pageid: number | undefined;
  let trouble: WikiError | null = null;
  for (const { list, params } of listsOf(checked.value)) {
    const answer = await wiki.query({ list, ...one(params) });
    if (!answer.ok && lasts(answer.error)) return unusable(wiki, answer.error);
    if (!answer.ok) {
      trouble = answer.error;
      // Whoever waits need not wait for each.
      break;
    }
    pageid ??= parseList(answer.value.query, list)[0]?.pageid;
  }
  const read = pageid === undefined ? null : await readPages(wiki, [pageid]);
  if (read?.ok === false && lasts(read.error)) return unusable(wiki, read.error);
  trouble ??= read?.ok === false ? read.error : null;
  return fine({ site: site.value, criteria: checked.value, trouble });
}

const lasts = ({ kind }: WikiError): boolean => kind === "refused" || kind === "denied";

/** A row is enough to see that it answers. */
const one = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value === "max" ? "1" : value]));

/** One of each kind that is read of them. */
function listsOf(criteria: readonly Criterion[]): ListRequest[] {
  const first = (kind: Criterion["kind"]) =>
    criteria.find((criterion) => criterion.kind === kind && criterion.effect === "include")?.value;
  const [namespace, category, template] = [first("namespace"), first("category"), first("template")];
  const isDefault = !criteria.some(({ effect }) => effect === "include");
  return [
    ...(namespace !== undefined || isDefault ? [allPages(Number(namespace ?? 0))] : []),
    ...(category === undefined ? [] : [categoryMembers(category)]),
    ...(template === undefined ? [] : [transclusions(template)]),
  ];
}

/** For an operator who added or changed a wiki. */
export const troubleTold = (wiki: string, { message }: WikiError): string =>
  `its pages cannot be read at the moment: ${message}; the feeder tries again, weboid wiki show ${wiki} tells how it goes`;

const unusable = ({ api }: Wiki, { message }: WikiError) =>
  failed({ kind: "refused", message: `${api} cannot be used: ${message}` });
