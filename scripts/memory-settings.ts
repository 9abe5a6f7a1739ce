import { flushCompileCache } from 'node:module';

// How the server's process handles memory. Node and the C library read both when the process begins.

/** In MB: room for short-lived things. Half of it costs a rush a tenth of its sales; V8 would take four times as much. */
export const nodeFlags = ['--max-semi-space-size=16'];

/** glibc keeps what was freed, in one heap per thread; so it gives most of it back. Others ignore it. */
export const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

/** Begins this process anew with these settings, unless it has settings of its own. */
export function applyMemorySettings(): void {
  if (process.env.MALLOC_ARENA_MAX === undefined)
    beginAnew({ flags: nodeFlags, settings: mallocSettings });
}

/**
 * Begins this process anew, under the same number: what it needed of memory so far goes with it.
 * Returns where the system cannot do that (all but Linux).
 */
export function beginAnew({
  flags = [],
  settings = {},
  said = [],
}: {
  flags?: string[];
  settings?: Record<string, string>;
  /** Words added to its own. */
  said?: string[];
}): void {
  if (process.execve === undefined || process.platform !== 'linux') return;
  flushCompileCache();
  const words = [
    process.execPath,
    ...flags,
    ...process.execArgv,
    ...process.argv.slice(1),
    ...said,
  ];
  process.execve(process.execPath, words, { ...settings, ...process.env });
}
