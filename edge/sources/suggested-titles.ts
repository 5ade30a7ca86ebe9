import type { WikiProfile } from "../../shared/protocol/types.ts";
import type { EdgeDeps, EdgeEnv } from "../env.ts";
import { userAgentOf } from "./live-links.ts";
import { askOpenSearch } from "./wiki.ts";

const ANSWER_MS = 2_000;
const BYTES_MAX = 64 * 1024;
const TITLES_MAX = 5;
const TITLE_UNITS_MAX = 255;

/** Titles of a wiki that a reader may have meant by one that it does not have; [] also where it does not answer. */
export async function suggestedTitles(
  { api }: WikiProfile,
  title: string,
  deps: EdgeDeps,
  env: EdgeEnv,
): Promise<readonly string[]> {
  const options = {
    userAgent: userAgentOf(env),
    ms: ANSWER_MS,
    bytesMax: BYTES_MAX,
    purpose: "beside",
  } as const;
  const found = await askOpenSearch(deps, api, { search: title, limit: String(TITLES_MAX) }, options);
  return found.filter((each) => each.length <= TITLE_UNITS_MAX).slice(0, TITLES_MAX);
}
