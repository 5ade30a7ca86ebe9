import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "../../db/errors.ts";
import type { Config } from "../runtime/config.ts";
import { WorkError } from "../runtime/errors.ts";
import { readJson, upOn } from "../runtime/folder-lock.ts";

/** The secrets by which edge and origin, and dispatcher and edge, know each other on this machine. */
export interface Tokens {
  readonly originToken: string;
  readonly edgeToken: string;
  readonly originTokenOld: string | null;
  readonly edgeTokenOld: string | null;
  /** Of the data folder's own present ones, also where the environment has others. */
  readonly digest: string;
}

const secret = z.string().min(32);
const tokensSchema = z.object({
  originToken: secret,
  edgeToken: secret,
  /** Absent in the files of the first version. */
  originTokenOld: secret.nullable().default(null),
  edgeTokenOld: secret.nullable().default(null),
});
type OwnTokens = z.infer<typeof tokensSchema>;
export const tokensFile = (dataDir: string): string => join(dataDir, "tokens.json");
const newToken = () => randomBytes(32).toString("hex");

const digestOf = ({ originToken, edgeToken }: Pick<OwnTokens, "originToken" | "edgeToken">): string =>
  createHash("sha256").update(`${originToken} ${edgeToken}`).digest("hex");

/** Whole or not at all, and readable by its owner alone: what reads it meanwhile has the old ones or the new ones. */
function writeTokens(dataDir: string, tokens: OwnTokens): void {
  const file = tokensFile(dataDir);
  rmSync(`${file}.new`, { force: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(tokens)}\n`, { mode: 0o600, flag: "wx" });
  renameSync(`${file}.new`, file);
}

/** Null: there are none, or they are damaged. What cannot be read is not replaced: edges and dispatchers elsewhere know it. */
function ownTokens(dataDir: string): OwnTokens | null {
  const file = tokensFile(dataDir);
  const own = readJson(file, tokensSchema);
  if (own !== null) return own;
  try {
    readFileSync(file);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new WorkError(
      `the secrets of this data folder cannot be read (${(error as Error).message}): let this user read ${file}, or remove it to get new ones, which edges and dispatchers elsewhere then need too`,
    );
  }
  return null;
}

/** The tokens of the environment, else random ones of this data folder, readable by its owner only. */
export function loadTokens(config: Config): Tokens {
  let own = ownTokens(config.dataDir);
  if (own === null) {
    own = { originToken: newToken(), edgeToken: newToken(), originTokenOld: null, edgeTokenOld: null };
    mkdirSync(config.dataDir, { recursive: true });
    writeTokens(config.dataDir, own);
  }
  return {
    originToken: config.originToken ?? own.originToken,
    edgeToken: config.edgeToken ?? own.edgeToken,
    originTokenOld: config.originToken === null ? own.originTokenOld : config.originTokenOld,
    edgeTokenOld: config.edgeToken === null ? own.edgeTokenOld : config.edgeTokenOld,
    digest: digestOf(own),
  };
}

/** An `up` runs that does not know the present secrets: it loaded those before, or none yet. */
function isWithoutTokens(dataDir: string, present: OwnTokens): boolean {
  const running = upOn(dataDir);
  return running !== null && running.tokens !== digestOf(present);
}

/** What the edge of an `up` takes that loaded these secrets of the folder; null: it loaded some that were ended since. */
function edgeTokenOf(loaded: string | null | undefined, own: OwnTokens): string | null {
  const { originToken, originTokenOld, edgeTokenOld } = own;
  // It does not say which, or not yet.
  if (loaded == null) return edgeTokenOld ?? own.edgeToken;
  if (loaded === digestOf(own)) return own.edgeToken;
  if (edgeTokenOld === null) return null;
  const before = { originToken: originTokenOld ?? originToken, edgeToken: edgeTokenOld };
  return loaded === digestOf(before) ? edgeTokenOld : null;
}

/**
 * Where the edge of the `up` that runs on this data folder answers, and its token (null: `keys rotate --force` ended it); null: none runs,
 * or it is still starting.
 */
export function runningEdge({ dataDir, edgeToken }: Pick<Config, "dataDir" | "edgeToken">): {
  readonly edgeUrl: string;
  readonly edgeToken: string | null;
} | null {
  const { url: edgeUrl = null, tokens: loaded } = upOn(dataDir) ?? {};
  const own = readJson(tokensFile(dataDir), tokensSchema);
  if (edgeUrl === null) return null;
  if (edgeToken !== null) return { edgeUrl, edgeToken };
  return own === null ? null : { edgeUrl, edgeToken: edgeTokenOf(loaded, own) };
}

/**
 * `none`: the folder has no secrets yet. `in-use`: those that the exchange would end are still used. `cutsOff`: an `up` runs that has
 * none of those that are accepted from now on.
 */
export type Rotation =
  | { readonly kind: "rotated"; readonly cutsOff: boolean }
  | { readonly kind: "none" }
  | { readonly kind: "in-use"; readonly sinceMs: number; readonly restart: boolean };

/**
 * New tokens for a data folder, with the present ones accepted as well from the next start on; or, `finish`, without them. Without
 * `force` none goes that is still used: by an `up` that has not loaded the present ones (`restart`), or as those of an exchange that is not finished.
 */
export function rotateTokens(
  dataDir: string,
  { finish, force }: { readonly finish: boolean; readonly force: boolean },
): Rotation {
  const own = ownTokens(dataDir);
  if (own === null) return { kind: "none" };
  const isUnfinished = own.originTokenOld !== null || own.edgeTokenOld !== null;
  const restart = isUnfinished && isWithoutTokens(dataDir, own);
  if (!force && (restart || (isUnfinished && !finish)))
    return { kind: "in-use", sinceMs: statSync(tokensFile(dataDir)).mtimeMs, restart };
  const next = finish
    ? { ...own, originTokenOld: null, edgeTokenOld: null }
    : {
        originToken: newToken(),
        edgeToken: newToken(),
        originTokenOld: own.originToken,
        edgeTokenOld: own.edgeToken,
      };
  writeTokens(dataDir, next);
  const running = upOn(dataDir);
  const cutsOff = running !== null && edgeTokenOf(running.tokens, next) === null;
  return { kind: "rotated", cutsOff };
}
