import { accountMailTexts } from '#messages/account-mails.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';

/**
 * Kind `email-changed`, facts `changeId`: to the old address. Contains neither name nor new address, which may be
 * anybody's text. Null when the change is undone or deleted.
 */
export const writeEmailChangedMail: WriteEmail = async (facts, language, context) => {
  const changeId = Number(facts.changeId);
  const { rowCount } = await context.pool.query(
    `select from email_change where id = $1 and undone_at is null`,
    [changeId],
  );
  if (rowCount === 0) return null;
  const t = pickTexts(accountMailTexts, language);
  const token = context.tokens.sign('undo-email-change', changeId);
  return {
    subject: t.emailChangedSubject,
    preheader: t.emailChangedPreheader,
    heading: t.emailChangedHeading,
    paragraphs: [t.plainGreeting, t.emailChangedText],
    button: {
      label: t.undoButton,
      url: `${context.publicUrl}/auth/undo-email-change?token=${token}`,
    },
    smallPrint: [t.undoValidity, t.changedIgnore],
  };
};

/** Kind `password-changed`, no facts: to the address that the account had before. */
export const writePasswordChangedMail: WriteEmail = (_facts, language, context) => {
  const t = pickTexts(accountMailTexts, language);
  return Promise.resolve({
    subject: t.passwordChangedSubject,
    preheader: t.passwordChangedPreheader,
    heading: t.passwordChangedHeading,
    paragraphs: [t.plainGreeting, t.passwordChangedText],
    button: { label: t.resetButton, url: `${context.publicUrl}/auth/login?forgot=yes` },
    smallPrint: [t.changedIgnore],
  });
};
