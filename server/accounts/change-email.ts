import type { PoolClient } from 'pg';
import { resetAccountSubscription } from '../newsletter/account-subscription.ts';
import { announceEmailChange, refuseReservedEmail, type AccountBefore } from './email-change.ts';
import { queueVerificationMail } from './queue-verification-mail.ts';

/**
 * Follows a new address of an account, in the transaction that wrote it: links mailed before are void, the newsletter
 * is off, a mail asks to verify the address, and one to the old address announces the change (api.md, Accounts). 409
 * when the address is reserved for another account.
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
