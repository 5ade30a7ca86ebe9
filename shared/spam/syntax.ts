/** What a line means, over bytes; letters in lower case. */
export type Node =
  | { readonly kind: "byte"; readonly byte: number }
  | { readonly kind: "set"; readonly bytes: ByteSet }
  | { readonly kind: "sequence"; readonly items: readonly Node[] }
  | { readonly kind: "either"; readonly branches: readonly Node[] }
  | {
      readonly kind: "repeat";
      readonly item: Node;
      readonly min: number;
      /** Infinity: no end. */
      readonly max: number;
      readonly lazy: boolean;
    }
  | { readonly kind: "assert"; readonly what: Assertion };

export type Assertion = "boundary" | "no-boundary" | "start" | "end";

/** 256 flags. */
export type ByteSet = Readonly<Uint8Array>;

/** Thrown inside the reader of lines only; see readLine. */
export class Unusable extends Error {
  readonly kind: "broken" | "beyond";

  constructor(kind: "broken" | "beyond", reason: string) {
    super(reason);
    this.kind = kind;
  }
}

export const broken = (reason: string): Unusable => new Unusable("broken", reason);
export const beyond = (reason: string): Unusable => new Unusable("beyond", reason);
