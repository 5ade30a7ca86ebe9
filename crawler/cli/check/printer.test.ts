import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { systemClock } from "../../runtime/clock.ts";
import { createOutput } from "../output/io.ts";
import type { CheckLine } from "./line.ts";
import { createPrinter } from "./printer.ts";
import { checkLine, LINES } from "./testing/lines.ts";

async function printed(lines: readonly CheckLine[]): Promise<string> {
  let text = "";
  const write = (piece: string, done: () => void) => {
    text += piece;
    done();
    return true;
  };
  const out = createOutput(Object.assign(new EventEmitter(), { write, columns: 60 }));
  const layout = { long: false, requests: false, colour: false, allowPrivate: false, clock: systemClock };
  const printer = createPrinter(out, layout);
  for (const line of lines) await printer.print([line]);
  await printer.end();
  await out.flush();
  return text;
}

const { silent, noDomain, mail, works, invalid } = LINES;
const nameless = checkLine({ ...noDomain, rule: "dns-timeout" });
const hostAway = checkLine({ ...silent, rule: "host-away" });
const addressSilent = checkLine({ ...silent, status: 67, rule: "address-silent" });
const ownOutage = checkLine({ ...silent, status: 0, rule: "not-tried" });
const leftAlone = checkLine({ ...ownOutage, notes: [{ key: "left-alone" }] });

test.each<[boolean, string, readonly CheckLine[]]>([
  [true, "two that are silent", [silent, noDomain]],
  [true, "one, whose name could not be asked for", [nameless]],
  [true, "others got the same without being asked", [silent, hostAway]],
  [true, "two addresses in place of names", [addressSilent, addressSilent]],
  [true, "then it was reported as ours", [nameless, ownOutage, ownOutage]],
  [false, "one dead link, and one that was not tried", [noDomain, ownOutage]],
  [false, "a robots.txt was read", [silent, noDomain, leftAlone]],
  [true, "what is not asked says nothing", [mail, invalid, silent, noDomain]],
  [false, "one dead link", [noDomain]],
  [false, "somebody answered", [noDomain, works, silent]],
  [false, "somebody was there", [nameless, checkLine({ ...silent, rule: "reset" })]],
  [false, "and spoke HTTP/2", [nameless, checkLine({ ...silent, rule: "http2-only" })]],
])("says %s that this machine may be cut off: %s", async (said, _, lines) =>
  expect((await printed(lines)).includes("\nnobody answered at all: if this machine is not")).toBe(said),
);
