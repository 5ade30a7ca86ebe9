import type { Contact } from "../../answer.ts";
import type { Line } from "../text.ts";

/** What a shape reads out of an answer about a domain, persons' data included; it goes through `registrantOf` next. */
interface Read {
  readonly registrant: Contact | null;
  readonly nameServers: readonly string[];
  readonly referral?: string | undefined;
}

/** How some registries write their answers. */
export interface Shape {
  readonly name: string;
  /** Null: the answer is not of this shape. */
  readonly read: (lines: readonly Line[]) => Read | null;
}
