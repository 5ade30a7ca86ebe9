/**
 * How Bun's engine is set for a command, unless the environment says otherwise (docs/decisions/0006-command-line.md): a list of
 * URLs is checked sooner than the last stages of the compiler pay for themselves. The shell lines of weboid.mjs say the same.
 */
export const engineFor = (command) =>
  command === "check" ? { BUN_JSC_useFTLJIT: "0", BUN_JSC_thresholdForOptimizeAfterWarmUp: "3000" } : {};
