import * as z from "zod/mini";
import {
  type Fence,
  FRONT_SAMPLES_KEY,
  KvPair,
  profileKeys,
  snapshotPrefix,
  WIKIS_KNOWN_KEY,
  WikiName,
} from "./types.ts";

/** A write to the edge's store (`kvPath`), read and checked once: by the store of a machine of one's own, else by the Worker. */
export type StoreWrite =
  | { readonly kind: "put"; readonly pairs: readonly KvPair[] }
  | { readonly kind: "delete"; readonly keys: readonly string[] };

/** What is wrong with it, in words that the dispatcher's operator can act on. */
export interface BadWrite {
  readonly kind: "bad";
  readonly code: "bad-body" | "bad-fence" | "bad-key" | "bad-pair";
  readonly message: string;
}

/** What became of a write that the store carries out in one transaction. */
export const StoreWriteResult = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("written"), keys: z.array(z.string()) }),
  z.object({
    kind: z.literal("bad"),
    code: z.enum(["bad-body", "bad-fence", "bad-key", "bad-pair"]),
    message: z.string(),
  }),
  /** Another dispatcher has written under this greater number (D2). */
  z.object({ kind: z.literal("overtaken"), number: z.int() }),
]);
export type StoreWriteResult = z.infer<typeof StoreWriteResult>;

const LIMITS = { members: 10_000, keyBytes: 512 } as const;

const bad = (code: BadWrite["code"], message: string): BadWrite => ({ kind: "bad", code, message });

const isStoreKey = (key: string): boolean =>
  (/^(s1|w1|n1):[!-~]+$/.test(key) || [FRONT_SAMPLES_KEY, WIKIS_KNOWN_KEY].includes(key)) &&
  key.length <= LIMITS.keyBytes;

/** What keys of ours may begin with, up to a whole key: lists are asked for by it. */
export const beginsStoreKey = (prefix: string): boolean => isStoreKey(prefix) || isStoreKey(`${prefix}x`);

/** Fences are written by the store alone, and read to compare it with its database. */
export const mayRead = (key: string): boolean =>
  isStoreKey(key) || (/^f1:[!-~]+$/.test(key) && key.length <= LIMITS.keyBytes);

/** Without a fence any key of ours, with one those of its wiki: `w1:deWiki@WMF`, `n1:dewiki@WMF`, `s1:deWiki@WMF:7`. */
function writableUnder(fence: Fence | null): (key: string) => boolean {
  if (fence === null) return isStoreKey;
  const names = profileKeys(fence.wiki);
  const prefix = snapshotPrefix(fence.wiki);
  return (key) => isStoreKey(key) && (key.startsWith(prefix) || names.includes(key));
}

/** RFC 4648 4. One class of characters, as groups of four would be counted one by one over megabytes. */
const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

/** `?wiki=dewiki@WMF&fence=17`, both or neither (`kvPath`). */
const FenceQuery = z.union([
  z.strictObject({ wiki: z.null(), fence: z.null() }),
  z.strictObject({ wiki: WikiName, fence: z.string().check(z.regex(/^\d{1,16}$/)) }),
]);

/** The fence in an address; null: it has none. */
export function parseFence(search: URLSearchParams): Fence | BadWrite | null {
  const query = { wiki: search.get("wiki"), fence: search.get("fence") };
  const { wiki, fence } = z.safeParse(FenceQuery, query).data ?? {};
  if (wiki === undefined)
    return bad("bad-fence", "give wiki=dewiki@WMF and fence=, a whole number, or neither");
  return wiki === null ? null : { wiki, number: Number(fence) };
}

const Members = z.array(z.unknown()).check(z.maxLength(LIMITS.members));

/** The body of a write: to put, what Cloudflare's bulk write takes; to delete, a list of keys. */
export function parseStoreWrite(
  verb: StoreWrite["kind"],
  body: string,
  fence: Fence | null,
): StoreWrite | BadWrite {
  const mayWrite = writableUnder(fence);
  const members = z.safeParse(Members, jsonOf(body)).data;
  if (members === undefined) return bad("bad-body", `send a JSON list of at most ${LIMITS.members} members`);
  if (verb === "delete") {
    const isKey = (member: unknown): member is string => typeof member === "string" && mayWrite(member);
    const at = members.findIndex((member) => !isKey(member));
    if (at >= 0) return bad("bad-key", `member ${at} is no key of ours`);
    return { kind: "delete", keys: members.filter(isKey) };
  }
  const pairs: KvPair[] = [];
  for (const [at, member] of members.entries()) {
    const pair = z.safeParse(KvPair, member).data;
    if (pair === undefined || !mayWrite(pair.key) || (pair.base64 === true && !isBase64(pair.value)))
      return bad(
        "bad-pair",
        `member ${at} must be {key, value, base64?} with a key of ours and valid base64`,
      );
    pairs.push(pair);
  }
  return { kind: "put", pairs };
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

export const keysOf = (write: StoreWrite): readonly string[] =>
  write.kind === "delete" ? write.keys : write.pairs.map(({ key }) => key);
