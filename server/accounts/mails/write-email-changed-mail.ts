import { accountMailTexts } from '#messages/account-mails.ts';
import { pickTexts } from '#messages/define-texts.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';

/**
 * Kind `email-changed`, facts `changeId`: to the old address. Contains neither name nor new address, because both may
 * be anybody's text. Null when the change is undone or deleted.
 */
export const writeEmailChangedMail: WriteEmail = async (facts, language, context) => {
  const t = pickTexts(accountMailTexts, language);
  const url = await findUndoUrl(facts, context);
  if (url === null) return null;
  return {
    subject: t.emailChangedSubject,
    preheader: t.emailChangedPreheader,
    heading: t.emailChangedHeading,
    paragraphs: [t.plainGreeting, t.emailChangedText],
    button: { label: t.undoButton, url },
    smallPrint: [t.undoValidity, t.changedIgnore],
  };
};

/**
 * Kind `password-changed`: to the address that the account had before. With the fact `changeId`, to the old address of
 * that change, whose owner cannot choose a password before undoing it; null when it is undone or deleted.
 */
export const writePasswordChangedMail: WriteEmail = async (facts, language, context) => {
  const t = pickTexts(accountMailTexts, language);
  const subject = t.passwordChangedSubject;
  const heading = t.passwordChangedHeading;
  if (facts.changeId === undefined) {
    return {
      subject,
      preheader: t.passwordChangedPreheader,
      heading,
      paragraphs: [t.plainGreeting, t.passwordChangedText],
      button: { label: t.resetButton, url: `${context.publicUrl}/auth/login?forgot=yes` },
      smallPrint: [t.changedIgnore],
    };
  }
  const url = await findUndoUrl(facts, context);
  if (url === null) return null;
  return {
    subject,
    preheader: t.emailChangedPreheader,
    heading,
    paragraphs: [t.plainGreeting, t.earlierPasswordChangedText],
    button: { label: t.undoButton, url },
    smallPrint: [t.earlierUndoValidity, t.changedIgnore],
  };
};

/**
 * The link that undoes a change of address; null when it is undone or deleted, or the old address was never verified.
 */
async function findUndoUrl(
  { changeId }: Parameters<WriteEmail>[0],
  { pool, tokens, publicUrl }: Parameters<WriteEmail>[2],
): Promise<string | null> {
  const id = Number(changeId);
  const { rowCount } = await pool.query(
    `select from email_change where id = $1 and undone_at is null and old_verified_at is not null`,
    [id],
  );
  if (rowCount === 0) return null;
  return `${publicUrl}/auth/undo-email-change?token=${tokens.sign('undo-email-change', id)}`;
}
