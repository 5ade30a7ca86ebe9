import type { Pace } from "./fast-clock.ts";

export function paceOf(env: Readonly<Record<string, string | undefined>>): Pace;
export function hastenDate(pace: Pace): void;
