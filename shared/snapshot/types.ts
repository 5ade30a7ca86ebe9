import type { UrlFacts } from "../answer/types.ts";
import type { Day } from "../calendar/day.ts";

/** All that the edge keeps of one watched page (design 7): day numbers and status bytes, never phrases. */
export interface Snapshot {
  /** `dewiki@WMF` */
  readonly wiki: string;
  readonly pageid: number;
  /** Current title, with namespace, as the feeder last saw it. */
  readonly title: string;
  readonly namespace: number;
  /** Day on which the feeder last read the page's links. */
  readonly asOf: Day;
  readonly urls: readonly UrlFacts[];
}
