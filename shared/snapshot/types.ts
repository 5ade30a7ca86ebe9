import type { PageFacts } from "../answer/types.ts";

/** All that the edge keeps of one watched page (design 7): day numbers and status bytes, never phrases. */
export interface Snapshot extends PageFacts {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pageid: number;
  readonly namespace: number;
}
