import { type Finding, note } from "./finding.ts";
import type { SiteSigns } from "./outcome.ts";

/** C7, C11: what was seen of the site beside the URL. An error says more than these do. */
export function withSiteSigns(
  found: Finding & { readonly rule: string },
  site: SiteSigns | undefined,
): typeof found {
  if (site === undefined) return found;
  const { parked, soft, betting } = site;
  const owner = parked === undefined ? [] : [note("parked")];
  const since = parked?.since ?? betting;
  if (since !== undefined) owner.push(note("owner-changed", String(since)));
  const notes = [...(found.notes ?? []), ...owner];
  if (soft !== true || found.error !== undefined) return { ...found, notes };
  return {
    ...found,
    rule: "soft-404",
    deadEnd: true,
    notes: [...notes.filter(({ key }) => key !== "moved"), note("soft-404")],
    error: "shows the page that the site has for addresses that do not exist",
  };
}
