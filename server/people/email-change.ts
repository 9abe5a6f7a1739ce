import type { Pool, PoolClient } from 'pg';
import { UNDO_EMAIL_CHANGE_DAYS } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import {
  confirmAccountSubscription,
  resetAccountSubscription,
  voidNewsletterLinks,
} from '../newsletter/subscription.ts';
import { inTransaction } from '../platform/database/database.ts';
import { errorCode } from '../platform/errors.ts';
import { Problem } from '../platform/problem.ts';
import { placeholderHash } from './passwords.ts';
import { requestPasswordReset, queueVerificationMail } from './account-mails.ts';
import { randomUUID } from 'node:crypto';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { hashToken, type SignedTokens } from '../platform/security/signed-tokens.ts';

/**
 * Whether a change `c` can be undone; $3 is UNDO_EMAIL_CHANGE_DAYS. An address that was never verified may have been
 * mistyped: its owner must not get the account.
 */
const canBeUndone = `c.undone_at is null and c.changed_at > now() - make_interval(days => $3)
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

/** An account before its address or password changes. */
export interface AccountBefore {
  id: number;
  email: string;
  email_verified_at: Date | null;
  language: Language;
}

/**
 * Announces a new address to the old one, with a link that undoes the change; in the transaction that changes it. An
 * old address that was never verified gets nothing.
 */
async function announceEmailChange(client: PoolClient, before: AccountBefore): Promise<void> {
  const { rows } = await client.query<{ id: number }>(
    `insert into email_change (account_id, old_email, old_verified_at) values ($1, $2, $3) returning id`,
    [before.id, before.email, before.email_verified_at],
  );
  if (before.email_verified_at === null) return;
  const changeId = rows[0]?.id ?? 0;
  await queueMail(client, {
    kind: 'email-changed',
    recipient: before.email,
    language: before.language,
    facts: { changeId },
    eventKey: `email-changed-${changeId}`,
  });
}

/**
 * Announces a new password to the account's address, and to earlier ones while their change can be undone: the new
 * address may be a thief's.
 */
export async function announcePasswordChange(
  client: PoolClient,
  { id, email, language }: Omit<AccountBefore, 'email_verified_at'>,
): Promise<void> {
  const { rows } = await client.query<{ recipient: string; facts: { changeId: number } }>(
    `select c.old_email as recipient, jsonb_build_object('changeId', max(c.id)) as facts
     from email_change c
     where c.account_id = $1 and email_key(c.old_email) <> email_key($2) and ${canBeUndone}
     group by c.old_email`,
    [id, email, UNDO_EMAIL_CHANGE_DAYS],
  );
  for (const { recipient, facts } of [{ recipient: email, facts: {} }, ...rows]) {
    await queueMail(client, {
      kind: 'password-changed',
      recipient,
      language,
      facts,
      eventKey: `password-changed-${randomUUID()}`,
    });
  }
}

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

/**
 * Verifies the address that the link was mailed to; a pending one becomes the account's. Returns when it was first
 * verified, because mail scanners fetch a link more than once. 403 for a wrong or expired link, when the
 * account has another address by now, or when another account has this one (api.md, Accounts).
 */
export async function verifyEmail(
  pool: Pool,
  link: { accountId: string; token: string },
): Promise<Date> {
  if (!/^\d{1,9}$/.test(link.accountId)) throw new Problem('verification_failed');
  return await inTransaction(pool, async (client) => {
    const { rows } = await client.query<AccountBefore & { sent_to: string; is_pending: boolean }>(
      `select a.id, a.email, a.email_verified_at, a.language,
         case when email_key(t.email) = a.email_key then a.email else a.pending_email end as sent_to,
         email_key(t.email) <> a.email_key as is_pending
       from one_time_token t join account a on a.id = t.account_id
       where t.token_hash = $1 and t.purpose = 'verify' and a.id = $2 and t.expires_at > now()
         and email_key(t.email) in (a.email_key, a.pending_email_key)
       for update of a`,
      [hashToken(link.token), Number(link.accountId)],
    );
    const account = rows[0];
    if (account === undefined) throw new Problem('verification_failed');
    const email = account.sent_to;
    const verifiedAt = await writeVerified(client, account.id, {
      email,
      isNew: account.is_pending,
    });
    if (account.is_pending) await changeEmail(client, account, email);
    await confirmAccountSubscription(client, account.id, email);
    return verifiedAt;
  }).catch((error: unknown) => {
    const isTaken = error instanceof Problem && error.code === 'email_taken';
    throw isTaken ? new Problem('verification_failed', { cause: error }) : error;
  });
}

async function writeVerified(
  client: PoolClient,
  accountId: number,
  { email, isNew }: { email: string; isNew: boolean },
): Promise<Date> {
  const { rows } = await client
    .query<{ verified_at: Date }>(
      `update account set email = $2,
         pending_email = case when not $3 then pending_email end,
         email_verified_at = case when $3 then now() else coalesce(email_verified_at, now()) end
       where id = $1 returning email_verified_at as verified_at`,
      [accountId, email, isNew],
    )
    .catch((error: unknown) => {
      if (errorCode(error) === '23505') throw new Problem('verification_failed', { cause: error });
      throw error;
    });
  if (rows[0] === undefined) throw new Error('a locked account is gone');
  return rows[0].verified_at;
}
