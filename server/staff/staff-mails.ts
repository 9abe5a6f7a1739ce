import type { Pool, PoolClient } from 'pg';
import type { Language } from '#contract/language.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { formatDayAndTime } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { staffMailTexts } from '#messages/office/staff-mails.ts';
import type { WriteEmail } from '../platform/mail/email.ts';
import { findInvitationToken } from './invitations.ts';

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

/** Notifies a person that too many attempts have locked the password; once for each lock, none without one. */
export async function queueLockedMail(
  { pool }: { pool: Pool },
  staff: { id: number } | null,
  lockEndsAt: Date | null,
): Promise<void> {
  if (staff === null || lockEndsAt === null) return;
  const { rows } = await pool.query<{ email: string; language: Language }>(
    `select email, ${mailLanguageSql} as language from staff where id = $1`,
    [staff.id],
  );
  const { email: recipient, language } = rows[0] ?? { email: '', language: 'de' };
  await queueMail(pool, {
    kind: 'staff-locked',
    recipient,
    language,
    facts: { staffId: staff.id },
    eventKey: `staff-locked-${staff.id}-${lockEndsAt.getTime()}`,
  });
}

/** Kind `staff-invitation`, facts `invitationId`. Null when the invitation is used or over. */
export const writeStaffInvitation: WriteEmail = async (facts, language, context) => {
  const { pool, tokens, publicUrl, sender } = context;
  const invitation = await findInvitationToken(pool, tokens, Number(facts.invitationId));
  if (invitation === null) return null;
  const t = pickTexts(staffMailTexts, language);
  const until = formatDayAndTime(invitation.expiresAt, language);
  return {
    subject: t.invitationSubject({ festival: sender.name }),
    preheader: t.invitationPreheader,
    heading: t.invitationHeading,
    paragraphs: [t.greeting, t.invitationText],
    button: {
      label: t.invitationButton,
      url: `${publicUrl}/office/invitation/${invitation.token}`,
    },
    smallPrint: [t.invitationValidity({ until }), t.invitationIgnore],
  };
};

/** Kind `staff-locked`: too many failed sign-ins with this address. */
export const writeStaffLocked: WriteEmail = (_facts, language) => {
  const t = pickTexts(staffMailTexts, language);
  return Promise.resolve({
    subject: t.lockedSubject,
    preheader: t.lockedPreheader,
    heading: t.lockedHeading,
    paragraphs: [t.greeting, t.lockedText, t.lockedAdvice],
  });
};

/** Kind `staff-credentials`: credentials were changed. */
export const writeStaffCredentials: WriteEmail = (_facts, language, { publicUrl }) => {
  const t = pickTexts(staffMailTexts, language);
  return Promise.resolve({
    subject: t.credentialsSubject,
    preheader: t.credentialsPreheader,
    heading: t.credentialsHeading,
    paragraphs: [t.greeting, t.credentialsText, t.credentialsAdvice],
    button: { label: t.accountButton, url: `${publicUrl}/office/account` },
  });
};

/**
 * SQL: the language of mails to a person of table `staff`. Until they choose one, it is that of the latest mail about
 * their access: the invitation's, or the browser's where credentials were changed.
 */
export const mailLanguageSql = `coalesce(staff.language, (
  select m.language from mail m where email_key(m.recipient) = staff.email_key
    and m.kind in ('staff-invitation', 'staff-credentials') order by m.id desc limit 1), 'de')`;
