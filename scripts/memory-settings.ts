import { flushCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';

// How the server's process handles memory. Node and the C library read both when the process begins.

/** V8's threads that collect and compile for all others, at the usual priority: one core stays free of them. */
const helpers = Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * In MB, room for short-lived things: half of it costs a rush a tenth of its sales; V8 would take four times as much.
 * And fewer helpers than V8's four on few cores (docs/decisions/0024-no-pdf-near-the-event-loop.md).
 */
export const nodeFlags = ['--max-semi-space-size=16', `--v8-pool-size=${helpers}`];

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
