import { splitUrl } from "../../shared/url/parts.ts";
import type { NormalisedUrl, UrlParts } from "../../shared/url/types.ts";

/** A URL that is asked for. */
export interface Target {
  readonly url: NormalisedUrl;
  readonly parts: UrlParts;
}

export const targetOf = (url: NormalisedUrl): Target => ({ url, parts: splitUrl(url) });
