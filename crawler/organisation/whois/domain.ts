import { hostsOf, LIMITS, NOTHING, type RegistryAnswer, registrantOf } from "../answer.ts";
import { bracketFields, bracketSections } from "./shapes/brackets.ts";
import { handles } from "./shapes/handles.ts";
import { korea } from "./shapes/korea.ts";
import { poland } from "./shapes/poland.ts";
import { registrantFields } from "./shapes/registrant-fields.ts";
import { sections } from "./shapes/sections.ts";
import type { Shape } from "./shapes/shape.ts";
import { linesOf } from "./text.ts";

/** The peculiar ones first: general shapes would read half of their answers. */
const SHAPES: readonly Shape[] = [
  korea,
  poland,
  bracketSections,
  bracketFields,
  handles,
  registrantFields,
  sections,
];

/** What a registry or registrar says of a domain by whois (paper, 4.2, 4.3); NOTHING where no shape is known. */
export function parseDomain(answer: string): RegistryAnswer {
  const lines = linesOf(answer.slice(0, LIMITS.answerBytesMax));
  for (const { read } of SHAPES) {
    const found = read(lines);
    if (found === null) continue;
    return {
      ...NOTHING,
      nameServers: hostsOf(found.nameServers),
      registrant: found.registrant === null ? NOTHING.registrant : registrantOf(found.registrant),
      referral: found.referral ?? null,
    };
  }
  return NOTHING;
}
