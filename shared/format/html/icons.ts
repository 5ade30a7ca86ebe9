import type { Verdict } from "../../verdict/types.ts";
import { html } from "./markup.ts";

const RING = "M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18z";

/** Shapes that differ without their colour (WCAG 1.4.1), 20 × 20. */
const SHAPES: Readonly<Record<Verdict, string>> = {
  working: `${RING}m-1.4 13.2L4.5 10l1.5-1.5 2.6 2.6L14 5.7l1.5 1.5z`,
  doubtful:
    "M11.5 2.3a1.7 1.7 0 0 0-3 0L1.2 15.9a1.7 1.7 0 0 0 1.5 2.6h14.6a1.7 1.7 0 0 0 1.5-2.6zM11 16H9v-2h2zm0-3.5H9v-5h2z",
  unreachable: `${RING}m4.1 11.6L12.6 14 10 11.5 7.4 14.1 6 12.6 8.5 10 5.9 7.4 7.4 5.9 10 8.5 12.6 5.9 14.1 7.4 11.5 10z`,
  refused: `${RING}M5 8.8h10v2.4H5z`,
  unknown: `${RING}m0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM9 5v5.6l3.9 2.4 1-1.7L11 9.5V5z`,
  invalid:
    "M3 2a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1V3a1 1 0 0 0-1-1zm2 11.6L13.6 5 15 6.4 6.4 15z",
  spam: "M6.3 1 1 6.3v7.4L6.3 19h7.4l5.3-5.3V6.3L13.7 1zM9 5h2v6H9zm0 8h2v2H9z",
  internal: "M10 1.5 1 10h2.5v8.5h4.7v-5h3.6v5h4.7V10H19z",
};

/** A custom property per verdict, to cut a box of 20 px by: in the style sheet once and not in every list item. */
export const iconStyle = (verdicts: readonly Verdict[]): string =>
  verdicts.map((verdict) => `.${verdict} { --i: path(evenodd, "${SHAPES[verdict]}"); }`).join("\n");

/** A chain link under watch. */
export const LOGO = html`<svg viewBox="0 0 28 28" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" aria-hidden="true"><path d="M12 16a5 5 0 0 0 7 0l4-4a5 5 0 0 0-7-7l-1.5 1.5M16 12a5 5 0 0 0-7 0l-4 4a5 5 0 0 0 7 7l1.5-1.5"/></svg>`;
