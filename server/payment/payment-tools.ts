import type { Pool } from 'pg';
import type { Logger } from '../platform/log.ts';
import type { SignedTokens } from '../platform/signed-tokens.ts';
import type { Provider } from '../platform/stripe.ts';

/** What the commands of payment work with. */
export interface PaymentTools {
  pool: Pool;
  provider: Provider;
  tokens: SignedTokens;
  log: Logger;
  /** Called after tickets were sold or freed: the number on the concert's page counts at once. */
  stockChanged: () => void;
}
