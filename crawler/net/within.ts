/** What comes within `ms`, else `late`; what comes later is dropped, a bug too. */
export const within = <T>(coming: Promise<T>, ms: number, late: T): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, ms), late);
    const came = (value: T) => {
      clearTimeout(timer);
      resolve(value);
    };
    const failed = (bug: unknown) => {
      clearTimeout(timer);
      reject(bug);
    };
    coming.then(came, failed);
  });
