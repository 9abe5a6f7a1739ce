import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { UNDO_EMAIL_CHANGE_DAYS } from '#contract/constants.ts';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { canBeUndone } from './undo-email-change.ts';

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
export async function announceEmailChange(
  client: PoolClient,
  before: AccountBefore,
): Promise<void> {
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
