import type { Language } from '#contract/language.ts';
import { brokenEmail, messagesOf, missing } from '../platform/field-rules.ts';

/** A message as typed; names are those of the wire. */
export type ContactValues = Record<'email' | 'subject' | 'message', string>;

/** The rules of product.md 5, in the order of the fields. */
export const checkMessage = ({ email, subject, message }: ContactValues, language: Language) =>
  messagesOf(
    {
      email: brokenEmail(email),
      subject: missing(subject, 'SUBJECT_REQUIRED'),
      message: missing(message, 'MESSAGE_REQUIRED'),
    },
    language,
  );
