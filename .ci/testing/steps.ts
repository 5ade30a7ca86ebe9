/** Does a step of a rehearsal, and prints as a JSON line how long it took and how large that is which it made or read. */
export async function step<T>(
  name: string,
  work: () => Promise<T> | T,
  bytesOf: () => number,
  more: (figures: { readonly seconds: number; readonly gb: number }) => object = () => ({}),
): Promise<T> {
  const begun = performance.now();
  const done = await work();
  const seconds = (performance.now() - begun) / 1_000;
  const gb = bytesOf() / 1e9;
  const rounded = { step: name, seconds: Number(seconds.toFixed(2)), gb: Number(gb.toFixed(4)) };
  console.log(JSON.stringify({ ...rounded, ...more({ seconds, gb }) }));
  return done;
}
