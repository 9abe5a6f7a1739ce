import { fieldMessage, type FieldMessageKey } from '#contract/field-messages.ts';
import type { Language } from '#contract/language.ts';
import { isEmail } from '#contract/rules.ts';

/** A message as typed; names are those of the wire. */
export type ContactValues = Record<'email' | 'subject' | 'message', string>;

/** The rules of product.md 5, in the order of the fields. */
export function checkMessage(values: ContactValues, language: Language) {
  const say = (key: FieldMessageKey) => fieldMessage(key, language);
  const errors: Partial<ContactValues> = {};
  const email = values.email.trim();
  if (email === '') errors.email = say('EMAIL_REQUIRED');
  else if (!isEmail(email)) errors.email = say('EMAIL_INVALID');
  if (values.subject.trim() === '') errors.subject = say('SUBJECT_REQUIRED');
  if (values.message.trim() === '') errors.message = say('MESSAGE_REQUIRED');
  return errors;
}
