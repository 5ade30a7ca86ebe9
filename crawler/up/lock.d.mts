/** Who holds a lock, as it wrote itself down. */
export interface LockRecord {
  readonly pid: number;
  readonly birth: string | null;
  readonly info: unknown;
}

export interface HeldLock {
  readonly held: true;
  update(info: unknown): void;
  release(): void;
}

export type LockAttempt = HeldLock | { readonly held: false; readonly holder: LockRecord | null };

export function tryLock(path: string, info?: unknown): LockAttempt;
export function holderOf(path: string): LockRecord | null;
