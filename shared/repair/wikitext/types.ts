/** A part of a template, internal link or gallery between two bars; the first one is its name. Those of a gallery go on in the next line. */
export interface Argument {
  readonly start: number;
  /** -1 while the construct is open, and for good where it is never closed. */
  end: number;
  /** Where the first equals sign stands that does not belong to something inside; -1 without one. */
  equals: number;
}

export type NodeKind = "page" | "template" | "parameter" | "wikilink" | "ref" | "gallery";

/** A construct that others may stand in. All positions count UTF-16 units, as strings do. */
export interface WikiNode {
  kind: NodeKind;
  start: number;
  /** -1: never closed. MediaWiki shows its beginning as text. */
  end: number;
  /** The node around it; null of the page itself. */
  parent: WikiNode | null;
  /** Which argument of the parent it stands in. */
  argument: number;
  readonly arguments: Argument[];
}

/** An external link: `https://…` in the text, or `[https://… text]`. */
export interface WikiLink {
  readonly start: number;
  end: number;
  readonly urlStart: number;
  readonly urlEnd: number;
  readonly bracketed: boolean;
  /** False: a bracket without its end, which MediaWiki shows as text around a bare link. */
  closed: boolean;
  readonly parent: WikiNode;
  readonly argument: number;
}

/** From one position of a text to another. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What MediaWiki does not read as wikitext: comments, `<nowiki>` and its like, attributes of tags. */
export interface OpaqueRange extends Range {
  /** "comment", "tag" for attributes, or the tag's name. */
  readonly what: string;
}

/** Constructs of a page's wikitext, each list in the order of the page. */
export interface WikiPage {
  readonly text: string;
  /** The first one is the page; others stand behind those around them. */
  readonly nodes: readonly WikiNode[];
  readonly links: readonly WikiLink[];
  readonly opaque: readonly OpaqueRange[];
  /** Attributes of tables, rows and cells. */
  readonly attributes: readonly Range[];
}
