import { DatabaseSilence } from './database.ts';
import { NoPrimary } from './open-pool.ts';
import { LostCommit } from './wal-flush.ts';

/**
 * Node's codes for a database that cannot be reached; EAGAIN: the queue of its socket is full, EMFILE: we have no
 * descriptor.
 */
const socketErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EMFILE',
]);

/**
 * Connection lost or refused, server starting, stopping or read-only, disk full or lost, too many connections, pool
 * exhausted. Sources: PostgreSQL error classes 08, 57P and 58, 25006, 53100 to 53300; Node's socket errors; messages of
 * pg; our own.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ([DatabaseSilence, NoPrimary, LostCommit].some((one) => error instanceof one)) return true;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(08|57P|58|25006|53[123]00)/.test(code)) return true;
  if (socketErrors.has(code)) {
    const syscalls = ['connect', 'read', 'write', 'getaddrinfo'];
    return 'syscall' in error && syscalls.includes(String(error.syscall));
  }
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|pool after calling end/.test(
    error.message,
  );
}
