import type { PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';

/** Notifies a person of changed credentials (office.md 2.9). */
export async function queueCredentialsMail(
  client: PoolClient,
  { id, email, language }: { id: number; email: string; language: Language },
): Promise<void> {
  await queueMail(client, {
    kind: 'staff-credentials',
    recipient: email,
    language,
    facts: { staffId: id },
    eventKey: `staff-credentials-${id}-${Date.now()}`,
    isUrgent: true,
  });
}
