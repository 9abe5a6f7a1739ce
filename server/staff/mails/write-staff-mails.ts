import { formatDayAndTime } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { staffMailTexts } from '#messages/office/staff-mails.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';
import { findInvitationToken } from '../invitations.ts';

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
