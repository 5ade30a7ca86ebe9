import type { Checker } from "../check/checker.ts";
import type { Config } from "../runtime/config.ts";
import type { Log } from "../runtime/log.ts";
import { checkingSample } from "../sample/checker.ts";
import { type Sample, startSample } from "../sample/sample.ts";
import { SAMPLE_DBNAME } from "../sample/wiki-api.ts";
import { type CheckerParts, openChecker } from "../sweep/open-checker.ts";
import type { RelayClock } from "./simulation.ts";
import { FARM } from "./wikis.ts";

interface Start {
  readonly config: Pick<Config, "dataDir">;
  readonly opened: AsyncDisposableStack;
  readonly log: Log;
}

/** The built-in wiki with a web of its own, until the end of what was opened. */
export async function openSample(
  { config, opened, log }: Start,
  edgeUrl: string,
  clock: RelayClock,
): Promise<Sample> {
  const gadgetUrl = `${edgeUrl}/gadget.js?dbname=${SAMPLE_DBNAME}@${FARM}`;
  const sample = await startSample({ dataDir: config.dataDir, clock, gadgetUrl });
  opened.defer(() => sample.close());
  log.info(`sample wiki at ${sample.wiki.articleUrl("Main Page")}, its links lead to a web of its own`);
  return sample;
}

/**
 * The sample leads its own names to its own web, on loopback; for anything else the operator's settings stand. Null:
 * there is no sample.
 */
export function sampleChecker(
  sample: Sample | null,
  config: Config,
  opened: AsyncDisposableStack,
  parts?: CheckerParts & { readonly elsewhere: Checker },
): Pick<Checker, "check"> | null {
  if (sample === null) return null;
  const inSample = openChecker({ ...config, dns: [sample.dns], allowPrivate: true }, opened, parts);
  return checkingSample(sample.isOurs, inSample, parts?.elsewhere ?? null);
}
