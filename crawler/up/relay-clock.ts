import { type Clock, systemClock } from "../runtime/clock.ts";

/** A clock that shows another clock's time: the sample web lives in the day of whoever checks it. */
export interface RelayClock extends Clock {
  follow(clock: Clock): void;
}

export function relayClock(): RelayClock {
  let followed: Clock = systemClock;
  return {
    now: () => followed.now(),
    today: () => followed.today(),
    follow: (clock) => {
      followed = clock;
    },
  };
}
