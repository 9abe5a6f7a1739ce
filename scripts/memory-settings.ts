// How the server's process handles memory. Node and the C library read both when the process begins.

/** In MB: room for short-lived things. Half of it costs a rush a tenth of its sales; V8 would take four times as much. */
export const nodeFlags = ['--max-semi-space-size=16'];

/** glibc keeps what was freed, in one heap per thread; so it gives most of it back. Others ignore it. */
export const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

/** Begins this process anew, under the same number, unless it has begun like this. */
export function applyMemorySettings(): void {
  if (process.execve === undefined || process.platform !== 'linux') return;
  if (process.env.MALLOC_ARENA_MAX !== undefined) return;
  process.execve(
    process.execPath,
    [process.execPath, ...nodeFlags, ...process.execArgv, ...process.argv.slice(1)],
    { ...mallocSettings, ...process.env },
  );
}
