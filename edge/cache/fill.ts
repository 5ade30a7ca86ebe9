/** How much of its bound something uses that an isolate keeps (docs/run/bounds.md). */
export interface Fill {
  readonly used: number;
  readonly max: number;
}
