import { z } from "zod";
import type { ListKind } from "../../../shared/spam/types.ts";
import type { HttpClient } from "../../runtime/http.ts";
import { failed, fine, type Result, type WikiApi } from "../api/wiki.ts";

/** Bytes of a list; MediaWiki's own limit of a page is 2 MiB. */
const LIST_BYTES_MAX = 4 * 1024 * 1024;

/** Pages of a wiki's own lists; every wiki understands this name of the namespace. */
export const LOCAL_TITLES: Readonly<Record<ListKind, string>> = {
  blacklist: "MediaWiki:Spam-blacklist",
  whitelist: "MediaWiki:Spam-whitelist",
  domains: "MediaWiki:BlockedExternalDomains.json",
};

interface ListText {
  readonly content: string;
  /** Revision, or validator of the answer; "": there is no such page. */
  readonly version: string;
}

/** An answer to a request for a list. `same`: it has the version given. */
export type ListAnswer =
  | ({ readonly kind: "read" } & ListText)
  | { readonly kind: "same"; readonly version: string }
  /** There is no such page. */
  | { readonly kind: "gone"; readonly message: string };

const revision = z.object({
  revid: z.number().int().optional(),
  content: z.string().optional(),
  slots: z.object({ main: z.object({ content: z.string().optional() }) }).optional(),
});
const page = z.object({
  title: z.string(),
  missing: z.boolean().optional(),
  revisions: z.array(revision).optional(),
});

const kindOf = (title: string): ListKind | null => {
  const name = title.slice(title.indexOf(":") + 1).replaceAll(" ", "_");
  const kinds = Object.entries(LOCAL_TITLES) as [ListKind, string][];
  return kinds.find(([, local]) => local.slice(local.indexOf(":") + 1) === name)?.[0] ?? null;
};

interface LocalPage {
  readonly revid: number | null;
  readonly content: string | null;
}

async function readPages(
  wiki: WikiApi,
  kinds: readonly ListKind[],
  props: "ids" | "ids|content",
): Promise<Result<ReadonlyMap<ListKind, LocalPage>>> {
  const pages = new Map<ListKind, LocalPage>();
  const error = await wiki.walk(
    {
      prop: "revisions",
      titles: kinds.map((kind) => LOCAL_TITLES[kind]).join("|"),
      rvprop: props,
      rvslots: "main",
    },
    (query) => {
      const rows = z.array(z.unknown()).safeParse(query.pages);
      for (const row of rows.data ?? []) {
        const read = page.safeParse(row);
        const kind = read.success ? kindOf(read.data.title) : null;
        if (!read.success || kind === null) continue;
        const [last] = read.data.revisions ?? [];
        if (read.data.missing === true) pages.set(kind, { revid: null, content: "" });
        else if (last !== undefined)
          pages.set(kind, {
            revid: last.revid ?? null,
            content: last.slots?.main.content ?? last.content ?? null,
          });
      }
      return true;
    },
  );
  return error === null ? fine(pages) : failed(error);
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
  const kinds = Object.keys(LOCAL_TITLES) as ListKind[];
  const heads = await readPages(wiki, kinds, "ids");
  if (!heads.ok) return heads;
  const versionOf = (kind: ListKind) => {
    const head = heads.value.get(kind);
    return head === undefined ? null : head.revid === null ? "" : String(head.revid);
  };
  const changed = kinds.filter((kind) => ![null, "", versions.get(kind)].includes(versionOf(kind)));
  const texts = changed.length === 0 ? null : await readPages(wiki, changed, "ids|content");
  if (texts !== null && !texts.ok) return texts;
  return fine(
    new Map(
      kinds.map((kind): [ListKind, Result<ListAnswer>] => {
        const version = versionOf(kind);
        if (version === null) return [kind, unread(wiki.api, `says nothing of ${LOCAL_TITLES[kind]}`)];
        if (!changed.includes(kind))
          return [
            kind,
            fine(version === "" ? { kind: "read", content: "", version } : { kind: "same", version }),
          ];
        const read = texts?.value.get(kind);
        if (read?.content == null)
          return [kind, unread(wiki.api, `does not give the text of ${LOCAL_TITLES[kind]}`)];
        if (Buffer.byteLength(read.content) > LIST_BYTES_MAX)
          return [kind, unread(wiki.api, `has more than ${LIST_BYTES_MAX} bytes in ${LOCAL_TITLES[kind]}`)];
        const content = kind !== "domains" && isOff(read.content) ? "" : read.content;
        return [kind, fine({ kind: "read", content, version: String(read.revid ?? "") })];
      }),
    ),
  );
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
    headers: {
      accept: "text/plain, text/x-wiki, */*;q=0.1",
      ...(asked !== undefined && { [asked.ask]: version.slice(asked.field.length + 1) }),
    },
  });
  if (answer.kind === "failure")
    return answer.failure === "aborted"
      ? failed({ kind: "stopped", message: "stopped" })
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
