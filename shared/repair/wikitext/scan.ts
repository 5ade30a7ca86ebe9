import { addressEnd, withoutPunctuation } from "./free-link.ts";
import { Tables } from "./tables.ts";
import type { NodeKind, OpaqueRange, WikiLink, WikiNode, WikiPage } from "./types.ts";

/** No address begins behind a letter, of any script, or an internal link, of which its first letters become the end. */
const TOKEN =
  /<!--|<\/?[a-z]|\{{2,}|\}{2,}|\[|\]|[|=\n]|(?<![\p{L}\p{N}\p{Mn}_]|\]\])(?:https?|ftps?|sftp):\/\//giu;
const PROTOCOL = /(?:(?:https?|ftps?|sftp):)?\/\//iy;
const TAG_NAME = /<\/?([a-z][a-z0-9-]*)(?=[\s/>])/iy;

/** Tags whose content is no wikitext, or a language of its own. */
const OPAQUE_TAGS = new Set(
  (
    "nowiki pre syntaxhighlight source math chem ce score timeline graph hiero templatedata templatestyles imagemap " +
    "inputbox mapframe maplink categorytree charinsert dynamicpagelist json rss section"
  ).split(" "),
);

/** The beginning of one of them. */
export const OPAQUE_TAG = new RegExp(`<(?:${[...OPAQUE_TAGS].join("|")})[\\s/>]`, "i");

type ClosableTag = "ref" | "gallery";
const isClosable = (name: string): name is ClosableTag => name === "ref" || name === "gallery";

/**
 * Templates, links, references and the like of a page, four arguments as one: what a repair makes of them fits into the memory of an
 * isolate. A list of 2 MiB of `* [[Name of somebody]]` has 91,000.
 */
const PARTS_MAX = 100_000;

/** What a page is that has more of them. */
export class TooManyParts extends RangeError {
  constructor() {
    super(`more than ${PARTS_MAX} links, templates and references, four parameters as one`);
  }
}

/** Something that was opened and not closed yet. */
interface Open {
  node: WikiNode;
  /** Of braces: how many are open. */
  braces: number;
  /** The bracketed link whose text goes on. */
  link: WikiLink | null;
}

/**
 * Finds templates, internal and external links, references and what is no wikitext, by MediaWiki's rules of precedence: an
 * end only closes the innermost construct, and tags of extensions enclose what is opened in them. One pass, without
 * recursion: each character is looked at a few times at most, however it is nested.
 */
class Scanner {
  private readonly page: WikiNode;
  private readonly nodes: WikiNode[] = [];
  private readonly links: WikiLink[] = [];
  private readonly opaque: OpaqueRange[] = [];
  private readonly stack: Open[] = [];
  private readonly openTags = { ref: 0, gallery: 0 };
  private readonly tables: Tables;
  private parts = 0;
  private newline = -1;
  /** The next `<` and `>` from somewhere before, so that none is searched for twice. */
  private readonly next = { "<": -1, ">": -1 };

  constructor(private readonly text: string) {
    this.tables = new Tables(text);
    this.page = newNode("page", 0, 0, null);
    this.stack.push({ node: this.page, braces: 0, link: null });
  }

  scan(): WikiPage {
    const { text, nodes, links, opaque } = this;
    this.tables.startLine(0, true);
    const token = new RegExp(TOKEN);
    for (let found = token.exec(text); found !== null; found = token.exec(text)) {
      token.lastIndex = this.take(found.index, found[0]);
    }
    closeNode(this.page, text.length, text.length);
    nodes.sort((one, other) => one.start - other.start);
    return { text, nodes: [this.page, ...nodes], links, opaque, attributes: this.tables.attributes };
  }

  /** Handles the token and answers where to go on. */
  private take(at: number, token: string): number {
    switch (token.charAt(0)) {
      case "<":
        return token === "<!--" ? this.comment(at) : this.tag(at);
      case "{":
        this.push("template", at, at + token.length, token.length);
        return at + token.length;
      case "}":
        return this.closeBraces(at, token.length);
      case "[":
        return this.openBracket(at);
      case "]":
        return this.closeBracket(at);
      case "|":
        this.bar(at);
        return at + 1;
      case "=":
        this.equals(at);
        return at + 1;
      case "\n":
        this.newline = at;
        this.tables.startLine(at + 1, this.top.node === this.page);
        return at + 1;
      default:
        return this.bareLink(at, token);
    }
  }

  private get top(): Open {
    const top = this.stack.at(-1);
    if (top === undefined) throw new RangeError("the page itself is never taken off");
    return top;
  }

  private push(kind: NodeKind, start: number, contentStart: number, braces = 0): void {
    const node = newNode(kind, start, contentStart, this.top.node);
    this.count();
    this.nodes.push(node);
    this.stack.push({ node, braces, link: null });
  }

  private count(weight = 1): void {
    this.parts += weight;
    if (this.parts > PARTS_MAX) throw new TooManyParts();
  }

  private bar(at: number): void {
    const { top } = this;
    const { kind } = top.node;
    if (kind === "page") this.tables.bar(at);
    // In a gallery, one in the text of a link parts nothing from it.
    const parts =
      kind === "template" || kind === "wikilink" || (kind === "gallery" && this.openLink() === null);
    if (!parts) return;
    top.link = null;
    const last = top.node.arguments.at(-1);
    if (last !== undefined) last.end = at;
    this.count(1 / 4);
    top.node.arguments.push({ start: at + 1, end: -1, equals: -1 });
  }

  private equals(at: number): void {
    const { node } = this.top;
    const last = node.arguments.at(-1);
    if (node.kind === "template" && last !== undefined && last.equals < 0) last.equals = at;
  }

  /** `}}` closes a template, `}}}` a parameter; of more braces the innermost first. */
  private closeBraces(at: number, length: number): number {
    let rest = length;
    let { top } = this;
    while (rest >= 2 && top.braces >= 2) {
      const used = Math.min(3, rest, top.braces);
      const left = top.braces - used;
      const position = at + length - rest;
      const inner = top.node;
      if (used === 3) inner.kind = "parameter";
      const below = this.stack.at(-2);
      this.stack.pop();
      if (left >= 2 && below !== undefined) this.reopen(inner, left, below);
      else inner.start += left;
      closeNode(inner, position, position + used);
      rest -= used;
      top = this.top;
    }
    return at + length;
  }

  /** What the outer braces of one run enclose begins with what the inner ones have enclosed. */
  private reopen(inner: WikiNode, braces: number, below: Open): void {
    const outer = newNode("template", inner.start, inner.start + braces, below.node);
    inner.start += braces;
    inner.parent = outer;
    inner.argument = 0;
    this.count();
    this.nodes.push(outer);
    this.stack.push({ node: outer, braces, link: null });
  }

  private openBracket(at: number): number {
    const { text } = this;
    if (text.charAt(at + 1) === "[") {
      PROTOCOL.lastIndex = at + 2;
      // `[[https://…]]` is no internal link, but a bracketed one in brackets.
      if (PROTOCOL.test(text)) return at + 1;
      if (this.top.node === this.page) this.tables.internalLink();
      this.push("wikilink", at, at + 2);
      return at + 2;
    }
    PROTOCOL.lastIndex = at + 1;
    if (!PROTOCOL.test(text)) return at + 1;
    const urlStart = at + 1;
    const urlEnd = this.addressEnd(urlStart);
    if (urlEnd <= PROTOCOL.lastIndex) return at + 1;
    const isNested = this.openLink() !== null;
    const link = this.addLink(at, urlEnd, urlStart, urlEnd, true);
    // Of two, one in the other, it is not certain what belongs to which: neither is closed.
    this.top.link = isNested ? null : link;
    return urlEnd;
  }

  private closeBracket(at: number): number {
    const { top } = this;
    const link = this.openLink();
    if (link !== null) {
      link.closed = true;
      link.end = at + 1;
      top.link = null;
      return at + 1;
    }
    if (top.node.kind !== "wikilink" || this.text.charAt(at + 1) !== "]") return at + 1;
    closeNode(top.node, at, at + 2);
    this.stack.pop();
    return at + 2;
  }

  private bareLink(at: number, protocol: string): number {
    const { text } = this;
    const end = this.addressEnd(at);
    // It is part of the text of a link.
    if (this.openLink() !== null) return Math.max(end, at + protocol.length);
    const urlEnd = withoutPunctuation(text, at + protocol.length, end);
    if (urlEnd > at + protocol.length) this.addLink(at, urlEnd, at, urlEnd, false);
    return Math.max(urlEnd, at + protocol.length);
  }

  /** The bracketed link that goes on here: its text ends with the line. */
  private openLink(): WikiLink | null {
    const { top } = this;
    if (top.link !== null && top.link.start < this.newline) top.link = null;
    return top.link;
  }

  /** Bars and closing braces are part of an address where they end nothing: no argument or cell, no template. */
  private addressEnd(start: number): number {
    const { kind } = this.top.node;
    const bars = kind === "ref" || (kind === "page" && !this.tables.isOpen);
    return addressEnd(this.text, start, bars, kind !== "template" && kind !== "wikilink");
  }

  private addLink(
    start: number,
    end: number,
    urlStart: number,
    urlEnd: number,
    bracketed: boolean,
  ): WikiLink {
    const parent = this.top.node;
    const argument = parent.arguments.length - 1;
    const link = { start, end, urlStart, urlEnd, bracketed, closed: !bracketed, parent, argument };
    this.count();
    this.links.push(link);
    return link;
  }

  private comment(at: number): number {
    const end = this.text.indexOf("-->", at + 4);
    return this.addOpaque(at, end < 0 ? this.text.length : end + 3, "comment");
  }

  private addOpaque(start: number, end: number, what: string): number {
    this.opaque.push({ start, end, what });
    return end;
  }

  private tag(at: number): number {
    const { text } = this;
    TAG_NAME.lastIndex = at;
    const name = TAG_NAME.exec(text)?.[1]?.toLowerCase();
    const tagEnd = name === undefined ? -1 : this.find(">", at);
    if (name === undefined || tagEnd < 0) return at + 1;
    const isEnd = text.charAt(at + 1) === "/";
    const selfClosing = text.charAt(tagEnd - 1) === "/";
    if (isClosable(name)) return this.closableTag(name, at, tagEnd + 1, isEnd, selfClosing);
    if (OPAQUE_TAGS.has(name) && !isEnd && !selfClosing) return this.opaqueTag(name, at, tagEnd + 1);
    const nextTag = this.find("<", at + 1);
    // Attributes have no angle brackets.
    if (nextTag >= 0 && nextTag < tagEnd) return at + 1;
    return this.addOpaque(at, tagEnd + 1, "tag");
  }

  private find(bracket: "<" | ">", from: number): number {
    if (this.next[bracket] < from) {
      const found = this.text.indexOf(bracket, from);
      this.next[bracket] = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    return this.next[bracket] === Number.POSITIVE_INFINITY ? -1 : this.next[bracket];
  }

  private opaqueTag(name: string, at: number, contentStart: number): number {
    const end = new RegExp(`</${name}\\s*>`, "gi");
    end.lastIndex = contentStart;
    // Without an end nobody knows what it was to enclose: the rest of the page.
    const found = end.test(this.text);
    return this.addOpaque(at, found ? end.lastIndex : this.text.length, name);
  }

  private closableTag(
    name: ClosableTag,
    at: number,
    tagEnd: number,
    isEnd: boolean,
    selfClosing: boolean,
  ): number {
    this.addOpaque(at, tagEnd, "tag");
    if (selfClosing && !isEnd) return tagEnd;
    // What was opened inside and not closed stays open for good.
    if (this.openTags[name] > 0) this.unwind(name, isEnd ? at : null, tagEnd);
    if (!isEnd) {
      this.push(name, at, tagEnd);
      this.openTags[name] += 1;
    }
    return tagEnd;
  }

  /** Takes constructs off up to the tag. `contentEnd`: null where another tag of its name begins in place of its end. */
  private unwind(name: ClosableTag, contentEnd: number | null, end: number): void {
    for (let open = this.stack.pop(); open !== undefined; open = this.stack.pop()) {
      const { node } = open;
      const { kind } = node;
      if (isClosable(kind)) this.openTags[kind] -= 1;
      if (kind !== name) continue;
      if (contentEnd !== null) closeNode(node, contentEnd, end);
      return;
    }
  }
}

function newNode(kind: NodeKind, start: number, contentStart: number, parent: WikiNode | null): WikiNode {
  const argument = parent === null ? 0 : parent.arguments.length - 1;
  return {
    kind,
    start,
    end: -1,
    parent,
    argument,
    arguments: [{ start: contentStart, end: -1, equals: -1 }],
  };
}

function closeNode(node: WikiNode, contentEnd: number, end: number): void {
  const last = node.arguments.at(-1);
  if (last !== undefined) last.end = contentEnd;
  node.end = end;
}

/** What stands where in wikitext of any kind, in linear time. */
export const scan = (text: string): WikiPage => new Scanner(text).scan();
