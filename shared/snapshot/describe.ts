import { statusRow } from "../status/table.ts";
import { decodeSnapshot } from "./decode.ts";

/**
 * A stored value in words, for the operator who wonders what the edge holds: a line of head, then a line per URL.
 * Texts are JSON strings, so that nothing hostile reaches a terminal unescaped.
 */
export function describeSnapshot(bytes: Uint8Array): string {
  const decoded = decodeSnapshot(bytes);
  if (decoded.kind === "unknown-version")
    return `a snapshot of version ${decoded.version}, which this Weboid cannot read`;
  if (decoded.kind === "damaged") return `damaged at byte ${decoded.at}: ${decoded.message}`;
  const { wiki, pageid, title, namespace, asOf, urls } = decoded.snapshot;
  const head =
    `version ${decoded.version}, ${bytes.length} bytes: ${printable(wiki)} page ${pageid} ${printable(title)} ` +
    `(namespace ${namespace}), links as of day ${asOf}, ${urls.length} URLs`;
  return [
    head,
    ...urls.map(({ url, history, notes, spam }) =>
      [
        printable(url),
        history
          .map(
            ({ status, first, last, checks, deadEnd }) =>
              `${statusRow(status).key}${deadEnd ? "!" : ""} ${first}…${last} ×${checks}`,
          )
          .join(", ") || "never checked",
        ...notes.map(({ key, value }) => (value === undefined ? key : `${key}=${printable(value)}`)),
        ...(spam === null ? [] : [`spam (${spam})`]),
      ].join("  "),
    ),
  ].join("\n");
}

/** JSON.stringify leaves DEL, C1 controls and bidirectional controls as they are; a terminal would obey them. */
function printable(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}
