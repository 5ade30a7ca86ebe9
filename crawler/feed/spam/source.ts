import { z } from "zod";
import type { ListKind } from "../../../shared/spam/types.ts";
import { numericEndpoint } from "../../../shared/url/endpoint.ts";
import type { HttpClient } from "../../net/egress/http-client.ts";
import { STOPPED } from "../api/answer.ts";
import { failed, fine, type Result, rowsOf, type WikiApi } from "../api/wiki.ts";

/** Bytes of a list; MediaWiki's own limit of a page is 2 MiB. */
const LIST_BYTES_MAX = 4 * 1024 * 1024;

/** Pages of a wiki's own lists; every wiki understands this name of the namespace. */
export const LOCAL_TITLES: Readonly<Record<ListKind, string>> = {
  blacklist: "MediaWiki:Spam-blacklist",
  whitelist: "MediaWiki:Spam-whitelist",
  domains: "MediaWiki:BlockedExternalDomains.json",
};

export const KINDS = Object.keys(LOCAL_TITLES) as ListKind[];

/** An answer to a request for a list. */
export type ListAnswer =
  /** `version`: revision, or validator of the answer; "": there is no such page. */
  | { readonly kind: "read"; readonly content: string; readonly version: string }
  /** It has the version given. */
  | { readonly kind: "same"; readonly version: string }
  /** There is no such page. */
  | { readonly kind: "gone"; readonly message: string };

const page = z.object({
  title: z.string(),
  missing: z.boolean().optional(),
  revisions: z
    .array(
      z.object({
        revid: z.number().int().optional(),
        content: z.string().optional(),
        slots: z.object({ main: z.object({ content: z.string().optional() }) }).optional(),
      }),
    )
    .optional(),
});

const kindOf = (title: string): ListKind | undefined => {
  const name = title.slice(title.indexOf(":") + 1).replaceAll(" ", "_");
  return KINDS.find((kind) => LOCAL_TITLES[kind].endsWith(`:${name}`));
};

interface LocalPage {
  /** "": there is no such page. */
  readonly version: string;
  readonly content: string | null;
}

async function readPages(
  wiki: WikiApi,
  kinds: readonly ListKind[],
  rvprop: "ids" | "ids|content",
): Promise<Result<ReadonlyMap<ListKind, LocalPage>>> {
  const pages = new Map<ListKind, LocalPage>();
  const titles = kinds.map((kind) => LOCAL_TITLES[kind]).join("|");
  for await (const answer of wiki.walk({ prop: "revisions", titles, rvprop, rvslots: "main" })) {
    if (!answer.ok) return answer;
    for (const { title, missing, revisions } of rowsOf(page, answer.value.query.pages) ?? []) {
      const kind = kindOf(title);
      if (kind === undefined) continue;
      const last = revisions?.[0];
      if (missing === true) pages.set(kind, { version: "", content: "" });
      else if (last !== undefined)
        pages.set(kind, {
          version: String(last.revid ?? ""),
          content: last.slots?.main.content ?? last.content ?? null,
        });
    }
  }
  return fine(pages);
}

/** Whether MediaWiki takes a message of this text for switched off. */
const isOff = (content: string): boolean => content === "" || content === "-";

/**
 * Reads the wiki's own lists; `versions` are those known. One small request where nothing changed. A list about which the
 * wiki says nothing, or that is too large, is an error of that list alone.
 */
export async function readLocalLists(
  wiki: WikiApi,
  versions: ReadonlyMap<ListKind, string>,
): Promise<Result<ReadonlyMap<ListKind, Result<ListAnswer>>>> {
  const heads = await readPages(wiki, KINDS, "ids");
  if (!heads.ok) return heads;
  const changed = [...heads.value]
    .filter(([kind, { version }]) => version !== "" && version !== versions.get(kind))
    .map(([kind]) => kind);
  const texts =
    changed.length === 0 ? fine(new Map<never, never>()) : await readPages(wiki, changed, "ids|content");
  if (!texts.ok) return texts;
  const answerOf = (kind: ListKind): Result<ListAnswer> => {
    const title = LOCAL_TITLES[kind];
    const head = heads.value.get(kind);
    if (head === undefined) return unread(wiki.api, `says nothing of ${title}`);
    const { version } = head;
    if (version === "") return fine({ kind: "read", content: "", version });
    if (!changed.includes(kind)) return fine({ kind: "same", version });
    const { content = null, version: newest = version } = texts.value.get(kind) ?? {};
    if (content === null) return unread(wiki.api, `does not give the text of ${title}`);
    if (Buffer.byteLength(content) > LIST_BYTES_MAX)
      return unread(wiki.api, `has more than ${LIST_BYTES_MAX} bytes in ${title}`);
    return fine({
      kind: "read",
      content: kind !== "domains" && isOff(content) ? "" : content,
      version: newest,
    });
  };
  return fine(new Map(KINDS.map((kind) => [kind, answerOf(kind)])));
}

const unread = (address: string, why: string): Result<never> =>
  failed({ kind: "refused", message: `${address} ${why}` });

/** Validators of an HTTP answer, kept as the version of a list with the name of the field. */
const VALIDATORS = [
  { field: "etag", ask: "if-none-match" },
  { field: "last-modified", ask: "if-modified-since" },
] as const;

/** Reads the farm's global list, plain text as `action=raw` gives it. */
export async function readGlobalList(
  http: HttpClient,
  address: string,
  version: string,
  signal: AbortSignal,
): Promise<Result<ListAnswer>> {
  const asked = VALIDATORS.find(({ field }) => version.startsWith(`${field} `));
  const answer = await http.send({
    url: address,
    signal,
    text: true,
    bytesMax: LIST_BYTES_MAX,
    configured: [numericEndpoint(address)].filter((endpoint) => endpoint !== null),
    headers: {
      accept: "text/plain, text/x-wiki, */*;q=0.1",
      ...(asked !== undefined && { [asked.ask]: version.slice(asked.field.length + 1) }),
    },
  });
  if (answer.kind === "failure")
    return answer.failure === "aborted"
      ? failed(STOPPED)
      : failed({ kind: "down", message: `${address} cannot be read (${answer.detail})` });
  if (answer.kind === "redirect")
    return failed({
      kind: "redirected",
      message: `${address} redirects to ${answer.location}; use that address (weboid farm set --spam-list)`,
    });
  if (answer.http === 304 && asked !== undefined) return fine({ kind: "same", version });
  if (answer.http === 404 || answer.http === 410)
    return fine({
      kind: "gone",
      message: `${address} answers ${answer.http}, and from the second time in a row its list blocks nothing: correct its address (weboid farm set NAME --spam-list URL, or none)`,
    });
  if (answer.kind !== "text" || answer.http !== 200)
    return failed({ kind: "down", message: `${address} answers ${answer.http}` });
  if (/^\s*<(?:!doctype|html)/i.test(answer.start))
    return failed({
      kind: "refused",
      message: `${address} is a web page; give the address of its text (action=raw)`,
    });
  const validator = VALIDATORS.find(({ field }) => answer.headers[field] !== undefined);
  const stamp = validator === undefined ? "" : `${validator.field} ${answer.headers[validator.field]}`;
  return fine({ kind: "read", content: answer.start, version: stamp });
}
