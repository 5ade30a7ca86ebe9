import type { Decision } from "../../shared/organisation/types.ts";
import { SAMPLE_SUFFIX } from "../../shared/url/sample.ts";

const NAME = "Osmere Press Association";
const domain = (label: string): string => `${label}.${SAMPLE_SUFFIX}`;
const ofPress = (label: string): { readonly domain: string; readonly decision: Decision } => ({
  domain: domain(label),
  decision: {
    decision: "belongs",
    rule: "registrant",
    evidence: "the registrant: equal names; the same street address",
    score: 1,
  },
});

/** An organisation of the sample web with several domains, as no registry knows their names (O2). */
export const SAMPLE_ORGANISATION = {
  domain: domain("osmere-chronicle"),
  name: NAME,
  domains: ["county-gazette", "kite-news", "harrowmere-times"].map(ofPress),
};
