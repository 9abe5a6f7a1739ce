import { accountMailTexts } from '#messages/account-mails.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';
import { findAccountByTypedEmail } from '../request-password-reset.ts';
import { createOneTimeToken } from '../one-time-token.ts';

/** Kind `password-reset`, no facts. Null when no account has this address (api.md, Accounts). */
export const writePasswordResetMail: WriteEmail = async (_facts, language, context) => {
  const account = await findAccountByTypedEmail(context.pool, context.recipient);
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
      account.is_verified ? t.greeting({ name: account.name }) : t.plainGreeting,
      t.resetText,
    ],
    button: {
      label: t.resetButton,
      url: `${context.publicUrl}/auth/reset-password?${query.toString()}`,
    },
    smallPrint: [t.resetValidity, t.resetIgnore],
  };
};
