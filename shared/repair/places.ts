import { addressKey, isAddress, isSamePage } from "./address.ts";
import { isCopy, type Marked } from "./dead-links.ts";
import type { ReasonCode } from "./reasons.ts";
import type { Role, Roles } from "./roles.ts";
import { nameOf, parametersOf } from "./wikitext/argument.ts";
import { type Lines, paragraphEnd, spansParagraphs } from "./wikitext/lines.ts";
import type { Argument, WikiLink, WikiNode, WikiPage } from "./wikitext/types.ts";

/** Why nothing is written at a place; null: it is text in which templates may stand. */
export interface Obstacle {
  readonly code: ReasonCode;
  readonly detail?: string;
}

interface Surroundings {
  readonly role: Role | null;
  /** Of the place where the node itself stands. */
  readonly obstacle: Obstacle | null;
  /** The innermost node around its content that is closed. */
  readonly home: WikiNode;
  /** Text for bare links. */
  readonly label: string | null;
}

/** A link, a template with a role or a reference, among its neighbours. */
export interface Item {
  readonly start: number;
  readonly end: number;
  readonly link: WikiLink | null;
  readonly node: WikiNode | null;
  readonly role: Role | null;
  readonly home: WikiNode;
  /** Of the home; -1 where something that is not closed stands between. */
  readonly argument: number;
}

/** More are not for one link. */
const MARKS_MAX = 5;
const SHOWN_NAME_CHARS_MAX = 60;
const SHOWN_NAME = /[\s\p{Cc}]+/gu;

/** Knows of every place of a page what surrounds it, what may be written there, and what stands next to it. */
export class Places {
  private readonly surroundings = new Map<WikiNode, Surroundings>();
  /** Ranges in which it is not certain what belongs together, in order and apart. */
  private readonly unsure: { readonly start: number; end: number }[] = [];
  /** Found out once for all that stand in an argument, or in a line: both may be long, and full of links. */
  private readonly obstacles = new Map<Argument, Obstacle | null>();
  private readonly headings = new Map<number, boolean>();
  private readonly items = new Map<WikiNode, Item[]>();
  private readonly indexes = new Map<WikiLink | WikiNode, number>();

  constructor(
    private readonly page: WikiPage,
    private readonly lines: Lines,
    private readonly roles: Roles,
  ) {
    // Those around others come first.
    for (const node of page.nodes) this.surround(node);
    this.collectItems();
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

  labelIn(node: WikiNode): string | null {
    return this.of(node).label;
  }

  isUnsure(position: number): boolean {
    let low = 0;
    let high = this.unsure.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const range = this.unsure[middle];
      if (range === undefined || position < range.start) high = middle - 1;
      else if (position >= range.end) low = middle + 1;
      else return true;
    }
    return false;
  }

  /** What keeps templates from being written directly into an argument of a node. */
  obstacleIn(node: WikiNode, argument: number): Obstacle | null {
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
    if (role === null) {
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

  isHeading(position: number): boolean {
    const line = this.lines.lineOf(position);
    const is = this.headings.get(line) ?? this.isHeadingLine(line);
    this.headings.set(line, is);
    return is;
  }

  private isHeadingLine(line: number): boolean {
    const { text } = this.page;
    const start = this.lines.startOf(line);
    if (text.charAt(start) !== "=") return false;
    let end = this.lines.endOf(line);
    while (end > start && /[ \t\r]/.test(text.charAt(end - 1))) end--;
    return end - start > 2 && text.charAt(end - 1) === "=";
  }

  private collectItems(): void {
    const { nodes, links } = this.page;
    const found: Item[] = [];
    for (const link of links)
      found.push(this.itemOf(link.start, link.end, link.parent, link.argument, { link }));
    for (const node of nodes) {
      const { role } = this.of(node);
      const counts = node.kind === "ref" || ["citation", "copy", "dead"].includes(role?.kind ?? "");
      if (node.end >= 0 && node.parent !== null && counts)
        found.push(this.itemOf(node.start, node.end, node.parent, node.argument, { node, role }));
    }
    found.sort((one, other) => one.start - other.start);
    for (const item of found) {
      const list = this.items.get(item.home) ?? [];
      if (list.length === 0) this.items.set(item.home, list);
      const thing = item.link ?? item.node;
      if (thing !== null) this.indexes.set(thing, list.length);
      list.push(item);
    }
  }

  private itemOf(
    start: number,
    end: number,
    parent: WikiNode,
    argument: number,
    what: Partial<Pick<Item, "link" | "node" | "role">>,
  ): Item {
    const { home } = this.of(parent);
    const inHome = home === parent ? argument : -1;
    return { start, end, link: null, node: null, role: null, ...what, home, argument: inHome };
  }

  /** Whether the template of a mark begins where an address ends. */
  isMarkAt(link: WikiLink, position: number): boolean {
    const item = this.itemFor(link);
    const next = item && this.items.get(item.home)?.[(this.indexes.get(link) ?? 0) + 1];
    return next?.start === position && (next.role?.kind === "copy" || next.role?.kind === "dead");
  }

  /**
   * The marks of a link or citation: templates after it, in the same line and before the next link, that show an archived copy
   * or say that it is dead, and links to archived copies.
   */
  marksAfter(thing: WikiLink | WikiNode, marked: Marked): Item[] {
    const item = this.itemFor(thing);
    if (item === null) return [];
    const marks: Item[] = [];
    const list = this.items.get(item.home) ?? [];
    let at = (this.indexes.get(thing) ?? 0) + 1;
    for (let last = item; at < list.length && marks.length < MARKS_MAX; at++) {
      const next = list[at];
      if (next === undefined || !this.isMark(next, marked) || !this.isBeside(last, next)) break;
      marks.push(next);
      last = next;
    }
    const isOnly = list[0] === item && at === list.length;
    return item.home.kind === "ref" && isOnly
      ? [...marks, ...this.marksOfReference(item.home, marked)]
      : marks;
  }

  /** Marks directly after a reference with a single link belong to the link. */
  private marksOfReference(reference: WikiNode, marked: Marked): Item[] {
    const item = this.itemFor(reference);
    const next = item && this.items.get(item.home)?.[(this.indexes.get(reference) ?? 0) + 1];
    if (!item || !next || !this.isMark(next, marked)) return [];
    return /^[ \t]*$/.test(this.page.text.slice(item.end, next.start)) ? [next] : [];
  }

  /** Whether an archived copy of a link is shown beside it: by one of its marks, or directly before it. */
  isArchived(thing: WikiLink | WikiNode, marked: Marked, marks: readonly Item[]): boolean {
    return (
      marks.some(({ role, link }) => role?.kind === "copy" || link !== null) ||
      this.isBehindCopy(thing, marked)
    );
  }

  /** `[copy Archived] from [link the original]`; a copy behind the same link, given once more, belongs to that one. */
  private isBehindCopy(thing: WikiLink | WikiNode, marked: Marked): boolean {
    const item = this.itemFor(thing);
    const list = (item && this.items.get(item.home)) ?? [];
    const at = this.indexes.get(thing) ?? 0;
    const [owner, copy] = [list[at - 2], list[at - 1]];
    if (item === null || copy === undefined || !this.isBeside(copy, item)) return false;
    const isCopied = this.addressesIn(copy).some((address) => isCopy(address, marked) === true);
    const isNamed = this.isFor(copy, marked);
    // A citation with the link and its copy is about itself.
    if (copy.role?.kind === "copy" ? !isCopied && !isNamed : !isCopied || isNamed) return false;
    return owner === undefined || !this.isBeside(owner, copy) || !this.isFor(owner, marked);
  }

  private isFor(item: Item, { key }: Marked): boolean {
    return this.addressesIn(item).some((address) => isSamePage(addressKey(address), key));
  }

  private addressesIn({ link, node }: Item): string[] {
    if (link !== null) return [this.page.text.slice(link.urlStart, link.urlEnd)];
    if (node?.kind !== "template") return [];
    return parametersOf(this.page, node).flatMap(({ value }) => (isAddress(value) ? [value] : []));
  }

  private itemFor(thing: WikiLink | WikiNode): Item | null {
    const parent = thing.parent;
    if (parent === null) return null;
    return this.items.get(this.of(parent).home)?.[this.indexes.get(thing) ?? -1] ?? null;
  }

  private isBeside(one: Item, next: Item): boolean {
    return one.argument === next.argument && this.lines.lineOf(one.end) === this.lines.lineOf(next.start);
  }

  private isMark({ start, end, role, link, node }: Item, marked: Marked): boolean {
    if (link !== null) return isCopy(this.page.text.slice(link.urlStart, link.urlEnd), marked) === true;
    if (node === null || (role?.kind !== "copy" && role?.kind !== "dead")) return false;
    // It could not be taken away: no edit reaches into another paragraph.
    if (spansParagraphs(this.page.text.slice(start, end))) return false;
    // With a text of its own it stands for a link of its own.
    const isLink = role.kind === "dead" && this.has(node, role.text);
    return !isLink && this.isOf(node, role.url, marked);
  }

  private has(node: WikiNode, names: readonly string[]): boolean {
    return parametersOf(this.page, node).some(({ name, value }) => names.includes(name) && value !== "");
  }

  /** Whether a template that marks a link names no other one. */
  private isOf(node: WikiNode, names: readonly string[], marked: Marked): boolean {
    const addresses = parametersOf(this.page, node).filter(({ value }) => isAddress(value));
    const named = addresses.filter(({ name }) => names.includes(name));
    if (named.length > 0) return named.every(({ value }) => isSamePage(addressKey(value), marked.key));
    const copies = addresses.map(({ value }) => isCopy(value, marked)).filter((is) => is !== null);
    return copies.length === 0 || copies.includes(true);
  }
}
