import * as z from "zod/mini";
import { LIST_NAMES } from "../answer/lists.ts";
import type { Shape } from "../json/shape.ts";
import { WikiName } from "./types.ts";

/** What a cursor may look like; what it means is the origin's matter. */
export const CURSOR = /^[A-Za-z0-9_.~-]{1,600}$/;

/** Of the answer before; null: from the beginning. Origin answers 400 `bad-cursor` to one of something else. */
export const CursorOrNone = z.nullable(z.string().check(z.regex(CURSOR)));
const Domain = z.string().check(z.regex(/^[!-~]{1,255}$/));
/** Start of the path, as normalised URLs have it; "": any. */
const Path = z.string().check(z.regex(/^(?:\/[!-~]{0,8191})?$/));

/** A question for one page of a list of a wiki (Q5). `domain`: normalised host name, it and all below it; null: every domain. */
export const ListRequest = z.object({
  wiki: WikiName,
  list: z.enum(LIST_NAMES),
  domain: z.nullable(Domain),
  path: Path,
  cursor: CursorOrNone,
});
export type ListRequest = Shape<typeof ListRequest>;

/** A question for the folders of a domain by verdicts (Q5). */
export const PathsRequest = z.object({ wiki: WikiName, domain: Domain, path: Path, cursor: CursorOrNone });
export type PathsRequest = Shape<typeof PathsRequest>;

/** A question for what is known of a domain (Q5), or of its organisation (O5). */
export const DomainRequest = z.object({ wiki: WikiName, domain: Domain });
export type DomainRequest = Shape<typeof DomainRequest>;

/** A question for the domains of a wiki with most broken URLs (Q5), or for sites that were relaunched (O5). */
export const DomainsRequest = z.object({ wiki: WikiName, cursor: CursorOrNone });
export type DomainsRequest = Shape<typeof DomainsRequest>;

/** A question for a wiki at a glance (Q5). */
export const OverviewRequest = z.object({ wiki: WikiName });
export type OverviewRequest = Shape<typeof OverviewRequest>;
