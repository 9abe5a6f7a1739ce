import { accountMailTexts } from '#messages/account-mails.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';
import { createOneTimeToken } from '../one-time-token.ts';

/**
 * Kind `email-verification`, facts `accountId`. The link opens a page of the site, which fetches the URL in its
 * query (api.md, Accounts). Null when the account is deleted or has another address by now.
 */
export const writeVerificationMail: WriteEmail = async (facts, language, context) => {
  const accountId = Number(facts.accountId);
  const owner = { accountId, email: context.recipient };
  const token = await createOneTimeToken(context.pool, 'verify', owner);
  if (token === null) return null;
  const t = pickTexts(accountMailTexts, language);
  const apiUrl = `${context.publicUrl}/api/email/verify/${accountId}/${token}`;
  return {
    subject: t.verifySubject,
    preheader: t.verifyPreheader,
    heading: t.verifyHeading,
    paragraphs: [t.plainGreeting, t.verifyText],
    button: {
      label: t.verifyButton,
      url: `${context.publicUrl}/verify-email?url=${encodeURIComponent(apiUrl)}`,
    },
    smallPrint: [t.verifyValidity, t.verifyIgnore],
  };
};
