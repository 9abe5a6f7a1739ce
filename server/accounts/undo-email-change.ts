import type { Pool, PoolClient } from 'pg';
import { UNDO_EMAIL_CHANGE_DAYS } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import {
  confirmAccountSubscription,
  resetAccountSubscription,
  voidNewsletterLinks,
} from '../newsletter/account-subscription.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { errorCode } from '../platform/errors.ts';
import { Problem } from '../platform/problem.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { placeholderHash } from './password-hash.ts';
import { requestPasswordReset } from './request-password-reset.ts';

/**
 * Whether a change `c` can be undone; $3 is UNDO_EMAIL_CHANGE_DAYS. An address that was never verified may have been
 * mistyped: its owner must not get the account.
 */
export const canBeUndone = `c.undone_at is null and c.changed_at > now() - make_interval(days => $3)
  and c.old_verified_at is not null`;

/**
 * Throws 409, as for a taken address, while another account can still undo its change from it. Call it after the
 * statement that writes the address, which waits for a concurrent change of it. Reserves verified addresses only:
 * anybody can type somebody else's address.
 */
export async function refuseReservedEmail(
  client: PoolClient,
  email: string,
  accountId: number,
): Promise<void> {
  const { rowCount } = await client.query(
    `select from email_change where email_key(old_email) = email_key($1) and account_id <> $2
       and old_verified_at is not null and undone_at is null
       and changed_at > now() - make_interval(days => $3)`,
    [email, accountId, UNDO_EMAIL_CHANGE_DAYS],
  );
  if (rowCount !== 0) throw new Problem('email_taken');
}

/**
 * Gives an account its old address back, by the link of the mail that announced the new one: ends all sessions, voids
 * mailed links, the password, later changes and a pending one, detaches what arrived since,
 * and mails a link for a new password. 403
 * for a wrong, used or expired link; 409 when another account has verified the address by now, which ends the sessions
 * and voids the mailed links all the same.
 */
export async function undoEmailChange(
  pool: Pool,
  tokens: SignedTokens,
  token: string,
): Promise<number> {
  const changeId = tokens.read('undo-email-change', token)?.id;
  if (changeId === undefined) throw new Problem('undo_failed');
  const change = await inTransaction(pool, async (client) => {
    const found = await lockChange(client, changeId);
    if (found === null) throw new Problem('undo_failed');
    await client.query(
      `with ended as (delete from access_token where account_id = $1)
       delete from one_time_token where account_id = $1`,
      [found.account_id],
    );
    await voidNewsletterLinks(client, found.account_id);
    const isRestored = await restoreEmail(client, found);
    if (!isRestored) return { ...found, isRestored };
    await client.query(
      `update email_change set undone_at = now() where account_id = $1 and id >= $2`,
      [found.account_id, changeId],
    );
    await detachArrived(client, found);
    await client.query(`update account set password_hash = $2 where id = $1`, [
      found.account_id,
      placeholderHash,
    ]);
    await requestPasswordReset(client, found.old_email, found.language);
    return { ...found, isRestored };
  });
  if (!change.isRestored) throw new Problem('email_taken');
  return change.account_id;
}

interface ChangeRow {
  account_id: number;
  old_email: string;
  old_verified_at: Date;
  changed_at: string;
  language: Language;
}

/** The change of a link, while it can be undone. */
async function lockChange(client: PoolClient, changeId: number): Promise<ChangeRow | null> {
  // serializes two uses of one link: the second finds it used
  const locked = await client.query<{ id: number }>(
    `select id from account where id = (select account_id from email_change where id = $1) for update`,
    [changeId],
  );
  const accountId = locked.rows[0]?.id;
  const { rows } = await client.query<ChangeRow>(
    `select c.account_id, c.old_email, c.old_verified_at, c.changed_at::text, a.language
     from email_change c join account a on a.id = c.account_id
     where c.id = $1 and c.account_id = $2 and ${canBeUndone}`,
    [changeId, accountId, UNDO_EMAIL_CHANGE_DAYS],
  );
  return rows[0] ?? null;
}

/**
 * Detaches the orders since the change and deletes the saved address: they may belong to the owner of the address that
 * the account had in the meantime. The orders stay, as those of a guest.
 */
async function detachArrived(client: PoolClient, change: ChangeRow): Promise<void> {
  await client.query(
    `with detached as (
       update checkout set account_id = null where account_id = $1 and created_at >= $2 returning id)
     update orders set account_id = null where checkout_id in (select id from detached)`,
    [change.account_id, change.changed_at],
  );
  await client.query(`delete from delivery_details where account_id = $1 and updated_at >= $2`, [
    change.account_id,
    change.changed_at,
  ]);
}

/**
 * Writes the old address; false when another account has verified it. One that has not is deleted: it would keep the
 * address from its owner, who holds the link. Its orders stay, as those of a guest.
 */
async function restoreEmail(client: PoolClient, change: ChangeRow): Promise<boolean> {
  const { account_id, old_email, old_verified_at } = change;
  await client.query(
    `delete from account where email_key = email_key($1) and id <> $2 and email_verified_at is null`,
    [old_email, account_id],
  );
  await client.query('savepoint before_restoring');
  try {
    await client.query(
      `update account set email = $2, email_verified_at = $3, pending_email = null
       where id = $1`,
      [account_id, old_email, old_verified_at],
    );
  } catch (error) {
    if (errorCode(error) !== '23505') throw error;
    await client.query('rollback to savepoint before_restoring');
    return false;
  }
  await resetAccountSubscription(client, account_id, old_email);
  await confirmAccountSubscription(client, account_id, old_email);
  return true;
}
