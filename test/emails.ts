import type { Language } from '#contract/language.ts';
import { mailKinds } from '#server/mail-kinds.ts';
import type { Email, MailReferences } from '#server/platform/mail/email.ts';
import { PUBLIC_URL, testTokens } from './api-app.ts';
import type { TestDatabase } from './database.ts';

export interface WrittenEmail {
  kind: string;
  language: Language;
  email: Email;
}

/** Writes all mails queued for this address, oldest first; leaves out those that are no longer needed. */
export async function emailsTo(database: TestDatabase, recipient: string): Promise<WrittenEmail[]> {
  const { rows } = await database.pool.query<{
    kind: string;
    language: Language;
    facts: MailReferences;
  }>(`select kind, language, facts from mail where recipient = $1 order by id`, [recipient]);
  const emails: WrittenEmail[] = [];
  for (const { kind, language, facts } of rows) {
    const email = await mailKinds[kind]?.(facts, language, {
      pool: database.pool,
      tokens: testTokens,
      publicUrl: PUBLIC_URL,
      recipient,
      sender: {
        name: 'Musiksommer',
        tagline: '',
        addressLines: [],
        email: 'post@festival.example',
        siteUrl: PUBLIC_URL,
      },
    });
    if (email) emails.push({ kind, language, email });
  }
  return emails;
}

/** The URL of the button in the newest email of this kind. */
export async function newestLink(
  database: TestDatabase,
  recipient: string,
  kind: string,
): Promise<URL> {
  const newest = (await emailsTo(database, recipient)).findLast((l) => l.kind === kind);
  return new URL(newest?.email.button?.url ?? 'missing:');
}
