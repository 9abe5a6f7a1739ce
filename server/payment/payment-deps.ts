import type { Pool } from 'pg';
import type { WalFlush } from '../platform/database/wal-flush.ts';
import type { Logger } from '../platform/log.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import type { Provider } from '../platform/stripe.ts';
import type { SettlementsInProgress } from './settlements-in-progress.ts';

/** What the commands of payment work with. */
export interface PaymentDeps {
  pool: Pool;
  /** For the steps everybody takes, a statement each. */
  steps: Queryable;
  /** To be waited for before an order is told. */
  flush: WalFlush;
  provider: Provider;
  tokens: SignedTokens;
  /** Where the provider's page sends the buyer back to; the port may be known only after listening. */
  publicUrl: () => string;
  log: Logger;
  inProgress: SettlementsInProgress;
  /** Called after tickets were sold or freed: the number on the concert's page counts at once. */
  stockChanged: () => void;
}
