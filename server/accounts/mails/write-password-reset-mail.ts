import type { Pool } from 'pg';
import { accountMailTexts } from '#messages/account-mails.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';
import { createOneTimeToken } from '../one-time-token.ts';

/** Kind `password-reset`, no facts. Null when no account has this address (api.md, Accounts). */
export const writePasswordResetMail: WriteEmail = async (_facts, language, context) => {
  const account = await findAccount(context.pool, context.recipient);
  const token =
    account &&
    (await createOneTimeToken(context.pool, 'reset', { ...account, accountId: account.id }));
  if (account === undefined || !token) return null;
  const t = pickTexts(accountMailTexts, language);
  const query = new URLSearchParams({ email: account.email, token });
  return {
    subject: t.resetSubject,
    preheader: t.resetPreheader,
    heading: t.resetHeading,
    paragraphs: [
      account.verified ? t.greeting({ name: account.name }) : t.plainGreeting,
      t.resetText,
    ],
    button: {
      label: t.resetButton,
      url: `${context.publicUrl}/auth/reset-password?${query.toString()}`,
    },
    smallPrint: [t.resetValidity, t.resetIgnore],
  };
};

/**
 * The account of a typed address. The mail goes to the typed address, so only the case of ASCII characters may differ:
 * `lower` also turns a Kelvin sign into a k, and that address may be another person's.
 */
async function findAccount(pool: Pool, typed: string) {
  const { rows } = await pool.query<{ id: number; email: string; name: string; verified: boolean }>(
    `select id, email, first_name || ' ' || last_name as name,
       email_verified_at is not null as verified from account
     where lower(email) = lower($1) and lower(email collate "C") = lower($1 collate "C")`,
    [typed],
  );
  return rows[0];
}
