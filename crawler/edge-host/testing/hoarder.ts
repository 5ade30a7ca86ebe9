const MIB_MAX = 800;
/** One MiB of numbers. */
const NUMBERS = 2 ** 17;

/** A Worker that keeps more and more in its heap when it is asked for `/hoard`, and ends there at last. */
export default {
  fetch(request: Request): Response {
    const kept: number[][] = [];
    if (new URL(request.url).pathname === "/hoard")
      while (kept.length < MIB_MAX) kept.push(new Array(NUMBERS).fill(kept.length + 0.5));
    return new Response(`${kept.length} MiB`);
  },
};
