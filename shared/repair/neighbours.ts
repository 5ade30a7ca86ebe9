import { addressKey, isAddress, isSamePage } from "./address.ts";
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
  readonly home: WikiNode;
  /** Of the home; -1 where something that is not closed stands between. */
  readonly argument: number;
}

/** More are not for one link. */
const MARKS_MAX = 5;

/** Knows of every link and citation of a page which marks and archived copies stand beside it. */
export class Neighbours {
  private readonly items = new Map<WikiNode, Item[]>();
  private readonly indexes = new Map<WikiLink | WikiNode, number>();

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
    for (const link of links)
      found.push(this.itemOf(link.start, link.end, link.parent, link.argument, { link }));
    for (const node of nodes) {
      const role = this.places.roleOf(node);
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
    const home = this.places.homeIn(parent);
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
    return this.items.get(this.places.homeIn(parent))?.[this.indexes.get(thing) ?? -1] ?? null;
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
