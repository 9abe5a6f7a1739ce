import type { PoolClient } from 'pg';
import { Problem } from '../platform/problem.ts';
import { resetAccountSubscription } from '../newsletter/account-subscription.ts';
import { announceEmailChange, type AccountBefore } from './announce-email-change.ts';
import { queueVerificationMail } from './queue-verification-mail.ts';
import { refuseReservedEmail } from './undo-email-change.ts';

/**
 * Writes a new address as pending and mails it a link: until that is followed, login, reset and mails use the address
 * before (api.md, Accounts). 409 when it is taken or reserved.
 */
export async function requestEmailChange(
  client: PoolClient,
  accountId: number,
  email: string,
): Promise<void> {
  const taken = await client.query(`select from account where email_key = email_key($1)`, [email]);
  if (taken.rowCount !== 0) throw new Problem('email_taken');
  await refuseReservedEmail(client, email, accountId);
  await client.query(`update account set pending_email = $2 where id = $1`, [accountId, email]);
  await queueVerificationMail(client, accountId);
}

/**
 * Applies what follows from an account's new address, in the transaction that wrote it: voids links mailed to
 * other addresses, switches the newsletter off, mails a link unless the address is verified, and announces the change
 * to the old one, if that was verified (api.md, Accounts). 409 when the address is reserved for another account.
 */
export async function changeEmail(
  client: PoolClient,
  known: AccountBefore,
  email: string,
): Promise<void> {
  const accountId = known.id;
  await refuseReservedEmail(client, email, accountId);
  await client.query(
    `delete from one_time_token where account_id = $1 and email_key(email) <> email_key($2)`,
    [accountId, email],
  );
  await resetAccountSubscription(client, accountId, email);
  await queueVerificationMail(client, accountId);
  await announceEmailChange(client, known);
}
