import type { Pool } from 'pg';
import type { Logger } from '../log.ts';
import { StartError } from '../errors.ts';

/** Before this, no version of the program existed: the clock was never set. */
const EARLIEST = new Date('2026-01-01T00:00:00Z');
/** In ms: holds and links end by both clocks; people notice differences from here on. */
const MAX_CLOCK_SKEW_MS = 5_000;

/**
 * Compares the clock of this machine with the database's. Throws StartError for one that was never set;
 * warns of one that differs, as what ends by the clock ends too early or too late then.
 */
export async function checkClock(
  pool: Pool,
  log: Logger,
  now: () => number = Date.now,
): Promise<void> {
  if (now() < EARLIEST.getTime()) {
    throw new StartError(
      `The clock of this machine says ${new Date(now()).toISOString()}. Set it (timedatectl set-ntp true): ` +
        'invoices, holds and the connection to the payment provider depend on it.',
    );
  }
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const difference = now() - (rows[0]?.now.getTime() ?? now());
  if (Math.abs(difference) <= MAX_CLOCK_SKEW_MS) return;
  log.warn(
    `The clock of this machine is ${Math.abs(difference / 1000).toFixed(0)} s ` +
      `${difference > 0 ? 'ahead of' : 'behind'} the database's: let both follow NTP.`,
  );
}
