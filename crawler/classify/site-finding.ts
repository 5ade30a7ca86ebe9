import type { NoteKey } from "../../shared/status/note.ts";
import type { Exchange, SiteSigns } from "../../shared/status/outcome.ts";
import { notedUrl } from "../../shared/status/redirect.ts";
import { type Finding, note, statusOfHop } from "./finding.ts";

interface Ends {
  readonly first: Exchange;
  readonly final: Exchange;
}

/** C6: the redirect works, and the page is lost. `http` stays the redirect's own, so that the evidence is "odd". */
export function lost({ first, final }: Ends, key: NoteKey, error: string): Finding {
  const target = notedUrl(final.url);
  return {
    status: statusOfHop(first.http),
    http: first.http,
    deadEnd: true,
    notes: [target === null ? note(key) : note(key, target)],
    error,
  };
}

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
