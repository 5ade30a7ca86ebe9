import type { ReasonCode } from "./reasons.ts";
import type { Role, Roles } from "./roles.ts";
import { nameOf, withoutComments } from "./wikitext/argument.ts";
import { type Lines, paragraphEnd } from "./wikitext/lines.ts";
import type { Argument, Range, WikiNode, WikiPage } from "./wikitext/types.ts";

/** Why nothing is written at a place; null: it is text in which templates may stand. */
export interface Obstacle {
  readonly code: ReasonCode;
  readonly detail?: string;
}

/** Where something stands. */
type Spot = Pick<WikiNode, "start" | "parent" | "argument">;

interface Surroundings {
  readonly role: Role | null;
  /** Of the place where the node itself stands. */
  readonly obstacle: Obstacle | null;
  /** The innermost node around its content that is closed. */
  readonly home: WikiNode;
  /** Text for bare links. */
  readonly label: string | null;
}

/** The beginning of an option of a picture; a caption that looks alike is left, too. */
const OPTION = /^\s*[\p{L} -]{1,30}=/u;
const OPTION_CHARS_MAX = 50;
const SHOWN_NAME_CHARS_MAX = 60;
const SHOWN_NAME = /[\s\p{Cc}]+/gu;

/** Knows of every place of a page what surrounds it and what may be written there. */
export class Places {
  private readonly surroundings = new Map<WikiNode, Surroundings>();
  /** Ranges in which it is not certain what belongs together, in order and apart. */
  private readonly unsure: { readonly start: number; end: number }[] = [];
  /** Found out once for all that stand in an argument, or in a line: both may be long, and full of links. */
  private readonly obstacles = new Map<Argument, Obstacle | null>();
  private readonly headings = new Map<number, boolean>();

  constructor(
    private readonly page: WikiPage,
    private readonly lines: Lines,
    private readonly roles: Roles,
  ) {
    // Those around others come first.
    for (const node of page.nodes) this.surround(node);
  }

  private surround(node: WikiNode): void {
    const { parent } = node;
    const around = parent === null ? null : this.of(parent);
    const role = this.roles.roleOf(this.page, node);
    if (node.end < 0) this.addUnsure(node);
    this.surroundings.set(node, {
      role,
      obstacle: parent === null ? null : this.obstacleIn(parent, node.argument),
      home: node.end < 0 && around !== null ? around.home : node,
      label: role?.kind === "container" ? (role.form.label ?? null) : null,
    });
  }

  private addUnsure(node: WikiNode): void {
    const { start } = node;
    const last = this.unsure.at(-1);
    if (node.kind !== "wikilink" && last !== undefined && start < last.end) return;
    const { lines, page } = this;
    const end = node.kind === "wikilink" ? lines.endOf(lines.lineOf(start)) : paragraphEnd(page.text, start);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else this.unsure.push({ start, end });
  }

  private of(node: WikiNode): Surroundings {
    const found = this.surroundings.get(node);
    if (found === undefined) throw new RangeError("a node stands before the one around it");
    return found;
  }

  roleOf(node: WikiNode): Role | null {
    return this.of(node).role;
  }

  homeIn(node: WikiNode): WikiNode {
    return this.of(node).home;
  }

  labelIn(node: WikiNode): string | null {
    return this.of(node).label;
  }

  isUnsure(position: number): boolean {
    return isWithin(this.unsure, position);
  }

  /** What keeps templates from being written where a link or template stands. */
  obstacleAt({ start, parent, argument }: Spot): Obstacle | null {
    if (parent === null) return null;
    if (parent.kind !== "ref" && this.isHeading(start)) return { code: "heading" };
    if (isWithin(this.page.attributes, start)) return { code: "cell" };
    const obstacle = this.obstacleIn(parent, argument);
    return obstacle === null && this.isOption(start, parent, argument) ? { code: "option" } : obstacle;
  }

  /** Of a picture: `|alt=`, or anything else with a name, before a place in one of its arguments. */
  private isOption(position: number, node: WikiNode, argument: number): boolean {
    if (node.kind !== "wikilink" && node.kind !== "gallery") return false;
    const start = node.arguments[argument]?.start ?? position;
    // Before the first bar of a gallery's line stands the name of the file.
    const isName = argument === 0 || start <= this.lines.startOf(this.lines.lineOf(position));
    if (node.kind === "gallery" && isName) return true;
    return OPTION.test(this.page.text.slice(start, Math.min(position, start + OPTION_CHARS_MAX)));
  }

  private obstacleIn(node: WikiNode, argument: number): Obstacle | null {
    const place = node.arguments[argument];
    if (place === undefined) return this.findObstacle(node, argument);
    const known = this.obstacles.get(place);
    if (known !== undefined) return known;
    const found = this.findObstacle(node, argument);
    this.obstacles.set(place, found);
    return found;
  }

  private findObstacle(node: WikiNode, argument: number): Obstacle | null {
    if (node.end < 0 && node.parent !== null) return this.of(node).obstacle;
    switch (node.kind) {
      case "page":
      case "ref":
      case "gallery":
        return null;
      case "parameter":
        return { code: "parser-function" };
      case "wikilink": {
        const isCaption = argument > 0 && this.roles.isFile(this.page, node);
        return isCaption ? this.of(node).obstacle : { code: "internal-link" };
      }
      case "template":
        return argument === 0 ? { code: "parser-function" } : this.obstacleInTemplate(node, argument);
    }
  }

  private obstacleInTemplate(node: WikiNode, argument: number): Obstacle | null {
    const { role, obstacle } = this.of(node);
    if (role === null || role.kind === "decoration") {
      const name = nameOf(this.page, node).slice(0, SHOWN_NAME_CHARS_MAX).replace(SHOWN_NAME, " ");
      return /^#|:/.test(name)
        ? { code: "parser-function" }
        : { code: "unknown-template", detail: `{{${name}}}` };
    }
    const given = node.arguments[argument];
    const name =
      given === undefined || given.equals < 0 ? "" : this.page.text.slice(given.start, given.equals).trim();
    if (role.kind === "citation" && role.form.url.includes(name)) return { code: "not-plain" };
    if (role.kind !== "container") return { code: "other-parameter" };
    const { parameters } = role.form;
    if (parameters === undefined) return obstacle;
    return parameters.includes(name) ? obstacle : { code: "other-parameter" };
  }

  /** Text for an argument: in one of a template that has no name, what stands before a `=` would become its name. */
  textIn(node: WikiNode, argument: number, text: string): string {
    const isUnnamed = node.kind === "template" && (node.arguments[argument]?.equals ?? 0) < 0;
    const name = node.arguments[0]?.start ?? 0;
    const isFunction = /^\s*#/.test(this.page.text.slice(name, name + 10));
    return isUnnamed && !isFunction ? withoutEquals(text) : text;
  }

  private isHeading(position: number): boolean {
    const line = this.lines.lineOf(position);
    const is = this.headings.get(line) ?? this.isHeadingLine(line);
    this.headings.set(line, is);
    return is;
  }

  private isHeadingLine(line: number): boolean {
    const written = withoutComments(this.page, this.lines.startOf(line), this.lines.endOf(line)).trimEnd();
    return written.length > 2 && written.startsWith("=") && written.endsWith("=");
  }
}

/** Those of ranges in order that stand in no other one. */
export function outermost(ranges: readonly Range[]): Range[] {
  let end = 0;
  return ranges.filter((range) => {
    if (range.start < end) return false;
    end = range.end;
    return true;
  });
}

/** Whether a position stands in one of the ranges, which are in order and apart. */
export function isWithin(ranges: readonly Range[], position: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined || position < range.start) high = middle - 1;
    else if (position >= range.end) low = middle + 1;
    else return true;
  }
  return false;
}

/** Equals signs as `{{=}}`, but those in templates. */
function withoutEquals(text: string): string {
  let depth = 0;
  const parts = text.split(/(\{\{|\}\}|=)/).map((part) => {
    if (part === "{{") depth += 1;
    if (part === "}}") depth -= 1;
    return part === "=" && depth === 0 ? "{{=}}" : part;
  });
  return parts.join("");
}
