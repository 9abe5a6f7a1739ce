import type { MailKinds } from '../../platform/mail/email.ts';
import { writeContactMail } from './write-contact-mail.ts';

/** The mail that brings a contact message to the association. */
export const contactMailKinds: MailKinds = { 'contact-message': writeContactMail };
