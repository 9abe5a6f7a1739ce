import type { Pool } from 'pg';
import type { WalFlush } from '../platform/database/wal-flush.ts';
import type { Logger } from '../platform/log.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { Provider } from '../platform/stripe.ts';
import type { Settlement, SettlementsInProgress } from './settlement.ts';

/** The dependencies of the payment commands. */
export interface PaymentDeps {
  pool: Pool;
  /** For the steps of every purchase, one statement each. */
  steps: Queryable;
  /** Wait for it before anybody is notified of an order (decision 13). */
  flush: WalFlush;
  provider: Provider;
  tokens: SignedTokens;
  /** The provider's page redirects the buyer here; a function, because the port is known only after listening. */
  publicUrl: () => string;
  log: Logger;
  report: ReportSecurityEvent;
  inProgress: SettlementsInProgress;
  /** Settlements for browsers in this process, by checkout; null for two seconds after their end. */
  reads: Map<number, Promise<Settlement> | null>;
  /** Called after tickets were sold or released, so that pages show the new number at once. */
  stockChanged: () => void;
}
