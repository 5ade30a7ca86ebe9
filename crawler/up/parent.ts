const PARENT_POLL_MS = 500;

/**
 * Calls `gone` when the launcher that started us has ended (crawler/cli/weboid.mjs): a launcher that is killed by
 * kill -9 cannot pass it on. Returns a function that ends the watch.
 */
export function watchParent(env: Readonly<Record<string, string | undefined>>, gone: () => void): () => void {
  const parent = Number(env.WEBOID_PARENT);
  if (!Number.isInteger(parent) || parent !== process.ppid) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, PARENT_POLL_MS);
  return () => clearInterval(timer);
}
