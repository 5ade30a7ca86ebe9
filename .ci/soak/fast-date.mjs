/** The environment by which a process of a soak knows its pace: `SINCE RATE`, in milliseconds since 1970 and times as fast. */
export function paceOf({ WEBOID_SOAK_PACE = "" }) {
  const [since = 0, rate = 1] = WEBOID_SOAK_PACE.split(" ").map(Number);
  return { since, rate };
}

/** From now on `Date` has the fast time where this runs. Its text is also written before the Worker's program, so it uses nothing around it. */
export function hastenDate({ since, rate }) {
  const own = Date;
  const now = own.now.bind(own);
  const fast = () => Math.round(since + (now() - since) * rate);
  globalThis.Date = new Proxy(own, {
    construct: (date, values) => (values.length > 0 ? Reflect.construct(date, values) : new date(fast())),
    get: (date, name) => (name === "now" ? fast : Reflect.get(date, name)),
  });
}
