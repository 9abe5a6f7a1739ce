import type { Pool } from 'pg';
import { MAX_CLOCK_SKEW_MS, readClock } from '../platform/database/database.ts';
import type { Logger } from '../platform/log.ts';
import { StartError } from '../platform/errors.ts';

/** The program did not exist before this date: a clock that shows an earlier one was never set. */
const MIN_DATE = new Date('2026-01-01T00:00:00Z');

/**
 * Compares the clock of this machine with that of the database. Throws StartError for a clock that was never set; warns
 * of one that differs, because holds and links then expire too early or too late.
 */
export async function checkClock(
  pool: Pool,
  log: Logger,
  now: () => number = Date.now,
): Promise<void> {
  if (now() < MIN_DATE.getTime()) {
    throw new StartError(
      `The clock of this machine says ${new Date(now()).toISOString()}. Set it (timedatectl set-ntp true): ` +
        'invoices, holds and the connection to the payment provider depend on it.',
    );
  }
  const databaseNow = await readClock(pool);
  const difference = now() - databaseNow.getTime();
  if (Math.abs(difference) <= MAX_CLOCK_SKEW_MS) return;
  log.warn(
    `The clock of this machine is ${Math.abs(difference / 1000).toFixed(0)} s ` +
      `${difference > 0 ? 'ahead of' : 'behind'} the database's: let both follow NTP`,
  );
}
