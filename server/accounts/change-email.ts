import type { PoolClient } from 'pg';
import { resetAccountSubscription } from '../newsletter/account-subscription.ts';
import { announceEmailChange, type AccountBefore } from './announce-email-change.ts';
import { queueVerificationMail } from './queue-verification-mail.ts';
import { refuseReservedEmail } from './undo-email-change.ts';

/**
 * Applies what follows from an account's new address, in the transaction that wrote it: voids links mailed before,
 * switches the newsletter off, mails a link to verify the address, and announces the change to the old one, if that
 * was verified (api.md, Accounts). 409 when the address is reserved for another account.
 */
export async function changeEmail(
  client: PoolClient,
  known: AccountBefore,
  email: string,
): Promise<void> {
  const accountId = known.id;
  await refuseReservedEmail(client, email, accountId);
  await client.query(`delete from one_time_token where account_id = $1`, [accountId]);
  await resetAccountSubscription(client, accountId, email);
  await queueVerificationMail(client, accountId);
  await announceEmailChange(client, known);
}
