/** Logs go to standard error only; standard output is for data (contract.md). */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

function line(level: string, message: string): void {
  process.stderr.write(`${level}${message}\n`);
}

/** `role` names the component, so that lines of several roles in one process can be told apart. */
export function createLog(role: string): Log {
  const prefix = `${role.padEnd(8)} `;
  return {
    info: (message) => line(prefix, message),
    warn: (message) => line(`${prefix}warning: `, message),
    error: (message) => line(`${prefix}error: `, message),
  };
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
