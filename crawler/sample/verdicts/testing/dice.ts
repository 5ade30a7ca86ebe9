/** Random numbers from a seed, so that every run can be repeated. */
export interface Dice {
  /** 0 ≤ value < 1 */
  readonly unit: () => number;
  /** A whole number from…to, both included. */
  readonly whole: (from: number, to: number) => number;
  readonly oneOf: <T>(list: readonly [T, ...T[]]) => T;
  readonly chance: (probability: number) => boolean;
}

/** Random numbers by Mulberry32, whose 32 bits of state are enough for simulations. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (from: number, to: number): number => from + Math.floor(unit() * (to - from + 1));
  return {
    unit,
    whole,
    oneOf: (list) => list[whole(0, list.length - 1)] ?? list[0],
    chance: (probability) => unit() < probability,
  };
}
