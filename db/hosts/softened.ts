import { and, eq } from "drizzle-orm";
import { patternCovers } from "../../shared/url/pattern.ts";
import { hostsCovering, scopeOf } from "../../shared/url/report-scope.ts";
import type { Orm } from "../connect.ts";
import { domainNote } from "../schema/index.ts";
import { isAnyOf } from "../statement.ts";

/** The note of a host, a domain or a part of one that people report to work (H3). */
export const REPORTED = "reported-working";

/** Host and path of a URL. */
export interface Place {
  readonly host: string;
  readonly path: string;
}

/** By how many such notes a URL is covered: of some, that are read together. */
export async function softeningsOf(orm: Orm, places: readonly Place[]): Promise<(place: Place) => number> {
  const hosts = new Set(places.map(({ host }) => host));
  const names = [...new Set([...hosts].flatMap(hostsCovering))];
  const { host, path, kind } = domainNote;
  const rows = await orm
    .select({ host, path })
    .from(domainNote)
    .where(and(isAnyOf(host, names), eq(kind, REPORTED)));
  const scopes = rows.map((row) => scopeOf(row.host, row.path));
  return (place) => scopes.filter((scope) => patternCovers(scope, place)).length;
}
