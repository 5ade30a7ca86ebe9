import { addressKey, archiveIn, isAddress, isSamePage } from "./address.ts";
import { isCopy, type Marked } from "./dead-links.ts";
import type { Places } from "./places.ts";
import type { Role } from "./roles.ts";
import { parametersOf } from "./wikitext/argument.ts";
import { type Lines, spansParagraphs } from "./wikitext/lines.ts";
import type { WikiLink, WikiNode, WikiPage } from "./wikitext/types.ts";

/** A link, a template with a role or a reference, among its neighbours. */
export interface Item {
  readonly start: number;
  readonly end: number;
  readonly link: WikiLink | null;
  readonly node: WikiNode | null;
  readonly role: Role | null;
  /** The link in whose text it stands, else the innermost node around it that is closed: its neighbours have the same. */
  readonly home: WikiLink | WikiNode;
  /** Of the node; -1 where something that is not closed stands between. */
  readonly argument: number;
  /** Its place among the neighbours. */
  readonly index: number;
  /** Between it and the one before stands a template that may show a link of its own. */
  readonly isApart: boolean;
}

/** More are not for one link. */
const MARKS_MAX = 5;

const isNeighbour = ({ link, node, role }: Item): boolean =>
  link !== null || node?.kind === "ref" || ["citation", "copy", "dead"].includes(role?.kind ?? "");

/** Knows of every link and citation of a page which marks and archived copies stand beside it. */
export class Neighbours {
  private readonly items = new Map<WikiLink | WikiNode, Item>();
  private readonly lists = new Map<WikiLink | WikiNode, Item[]>();
  /** Those behind whose last neighbour stands a template that may show a link of its own. */
  private readonly ended = new Set<WikiLink | WikiNode>();

  constructor(
    private readonly page: WikiPage,
    private readonly lines: Lines,
    private readonly places: Places,
  ) {
    this.collectItems();
  }

  private collectItems(): void {
    const { nodes, links } = this.page;
    const found: Item[] = [];
    for (const link of links) found.push(this.itemOf(link, { link }));
    for (const node of nodes) {
      const isBeside = node.kind === "ref" || node.kind === "template" || node.kind === "parameter";
      if (node.end >= 0 && node.parent !== null && isBeside)
        found.push(this.itemOf(node, { node, role: this.places.roleOf(node) }));
    }
    found.sort((one, other) => one.start - other.start);
    for (const item of found) this.place(item);
  }

  private itemOf(thing: WikiLink | WikiNode, what: Partial<Pick<Item, "link" | "node" | "role">>): Item {
    const { start, end, parent, argument } = thing;
    const home = parent === null ? thing : this.places.homeIn(parent);
    const inHome = home === parent ? argument : -1;
    return {
      start,
      end,
      link: null,
      node: null,
      role: null,
      index: 0,
      isApart: false,
      ...what,
      home,
      argument: inHome,
    };
  }

  /** Puts an item behind its neighbours. What stands in the text of a link is beside that text only. */
  private place(item: Item): void {
    const around = this.lists.get(item.home)?.at(-1);
    const isInside = around !== undefined && around.link !== null && item.start < around.end;
    const home = isInside ? around.link : item.home;
    if (!isNeighbour(item)) {
      if (!isInside && item.role?.kind !== "decoration") this.ended.add(home);
      return;
    }
    const list = this.listOf(home);
    if (list.length === 0) this.lists.set(home, list);
    const placed = { ...item, home, index: list.length, isApart: this.ended.delete(home) };
    const thing = item.link ?? item.node;
    if (thing !== null) this.items.set(thing, placed);
    list.push(placed);
  }

  private listOf(home: WikiLink | WikiNode): Item[] {
    return this.lists.get(home) ?? [];
  }

  /** Whether the template of a mark begins where an address ends. */
  isMarkAt(link: WikiLink, position: number): boolean {
    const next = this.nextTo(link);
    return next?.start === position && (next.role?.kind === "copy" || next.role?.kind === "dead");
  }

  /**
   * The marks of a link or citation: templates after it, in the same line and before the next link or what may show one, that show an
   * archived copy or say that it is dead, and links to archived copies; in the text of a link first.
   */
  marksAfter(thing: WikiLink | WikiNode, marked: Marked): Item[] {
    const item = this.items.get(thing);
    if (item === undefined) return [];
    const inside = item.link === null ? [] : this.listOf(item.link);
    const list = this.listOf(item.home);
    const inText = this.marksFrom(inside, 0, item, marked);
    const behind = this.marksFrom(list, item.index + 1, item, marked);
    const marks = [...inText, ...behind];
    const isOnly = inText.length === inside.length && behind.length === list.length - 1;
    if (!isOnly || !("kind" in item.home) || item.home.kind !== "ref") return marks;
    const isAlone = !item.isApart && !this.ended.has(item.home);
    return [...marks, ...this.marksOfReference(item.home, marked, isAlone)];
  }

  /** The marks at the beginning of a part of a list. */
  private marksFrom(list: readonly Item[], from: number, item: Item, marked: Marked): Item[] {
    const marks: Item[] = [];
    let isApart = false;
    let last = item;
    for (const next of list.slice(from, from + MARKS_MAX)) {
      if (!this.isBeside(last, next)) break;
      if (!this.isMark(next, marked) && !this.isUnnamedCopy(last, next)) break;
      last = next;
      isApart ||= next.isApart;
      // With an address of its own it is about that link, whatever stands between.
      if (!isApart || this.names(next, marked)) marks.push(next);
    }
    return marks;
  }

  /** Marks directly after a reference with a single link belong to the link; `isAlone`: no template in it may show another one. */
  private marksOfReference(reference: WikiNode, marked: Marked, isAlone: boolean): Item[] {
    const next = this.nextTo(reference);
    if (next === undefined || !this.isMark(next, marked) || !(isAlone || this.names(next, marked))) return [];
    return /^[ \t]*$/.test(this.page.text.slice(reference.end, next.start)) ? [next] : [];
  }

  private nextTo(thing: WikiLink | WikiNode): Item | undefined {
    const item = this.items.get(thing);
    return item && this.listOf(item.home)[item.index + 1];
  }

  /** Whether a mark stands in a parameter of a citation itself, and behind no other link there. */
  isMarkedInside(citation: WikiNode, marked: Marked): boolean {
    const list = this.listOf(citation);
    return list.some(
      (item, at) =>
        item.role?.kind === "dead" && list[at - 1]?.argument !== item.argument && this.isMark(item, marked),
    );
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
    const item = this.items.get(thing);
    if (item === undefined) return false;
    const list = this.listOf(item.home);
    const [owner, copy] = [list[item.index - 2], list[item.index - 1]];
    if (copy === undefined || !this.isBeside(copy, item)) return false;
    const isCopied = this.hasCopy(copy, marked);
    const isNamed = this.isFor(copy, marked);
    // A citation with the link and its copy is about itself.
    if (copy.role?.kind === "copy" ? !isCopied && !isNamed : !isCopied || isNamed) return false;
    return owner === undefined || !this.isBeside(owner, copy) || !this.isFor(owner, marked);
  }

  private isFor(item: Item, { key }: Marked): boolean {
    return this.addressesIn(item).some((address) => isSamePage(addressKey(address), key));
  }

  private hasCopy(item: Item, marked: Marked): boolean {
    return this.addressesIn(item).some((address) => isCopy(address, marked) === true);
  }

  private names(item: Item, marked: Marked): boolean {
    return this.isFor(item, marked) || this.hasCopy(item, marked);
  }

  private addressesIn({ link, node }: Item): string[] {
    if (link !== null) return [this.addressOf(link)];
    if (node?.kind !== "template") return [];
    return parametersOf(this.page, node).flatMap(({ value }) => (isAddress(value) ? [value] : []));
  }

  private isBeside(one: Item, next: Item): boolean {
    return one.argument === next.argument && this.lines.lineOf(one.end) === this.lines.lineOf(next.start);
  }

  /** `[link T] ([https://archive.ph/AbCdE archived])`: a copy that does not name its original, with no word before it. */
  private isUnnamedCopy(last: Item, { link }: Item): boolean {
    if (link === null || archiveIn(this.addressOf(link))?.original !== null) return false;
    const between = this.page.text.slice(last.end, link.start).replace(/\{\{[^{}]*\}\}/g, "");
    return !/[\p{L}\p{N}]/u.test(between);
  }

  private addressOf({ urlStart, urlEnd }: WikiLink): string {
    return this.page.text.slice(urlStart, urlEnd);
  }

  private isMark({ start, end, role, link, node }: Item, marked: Marked): boolean {
    if (link !== null) return isCopy(this.addressOf(link), marked) === true;
    if (node === null || (role?.kind !== "copy" && role?.kind !== "dead")) return false;
    // It could not be taken away: no edit reaches into another paragraph.
    if (spansParagraphs(this.page.text.slice(start, end))) return false;
    return !(role.kind === "dead" && this.isLink(node, role)) && this.isOf(node, role.url, marked);
  }

  /** With a text of its own, in a parameter or in brackets around it, a mark with an address stands for a link of its own. */
  private isLink(node: WikiNode, { url, text }: Role & { kind: "dead" }): boolean {
    return this.has(node, text) || (this.page.text.charAt(node.start - 1) === "[" && this.has(node, url));
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
