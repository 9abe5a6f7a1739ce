// Contact and newsletter on the wire (api.md, Contact and newsletter).
import { z } from 'zod';
import { omittable, requiredEmail, requiredLine, requiredText, switchValue } from './fields.ts';

/** With the honeypot filled, no other field is validated: a bot always gets the same response. */
function dropTrappedFields(fields: unknown): unknown {
  if (typeof fields !== 'object' || fields === null || !('honeypot' in fields)) return fields;
  const { honeypot } = fields;
  if (typeof honeypot !== 'string' || honeypot === '') return fields;
  return { honeypot, email: 'nobody@example.org', subject: '-', message: '-' };
}

export const ContactBody = z.preprocess(
  dropTrappedFields,
  z.object({
    email: requiredEmail(),
    subject: requiredLine('SUBJECT_REQUIRED', 200),
    message: requiredText('MESSAGE_REQUIRED', 10_000),
    honeypot: omittable(z.string()),
  }),
);

/** The newsletters a subscriber gets, by e-mail and by post. */
export const NewsletterPreferences = z.object({
  email: z.string(),
  preferences: z.object({ general: z.boolean(), concert_daily: z.boolean() }),
  receive_news_email: z.boolean(),
  receive_news_postal: z.boolean(),
  has_postal_address: z.boolean(),
});

export const TokenParams = z.object({ token: z.string().max(500) });

export const SaveNewsletterBody = z.object({
  receive_news_email: switchValue(),
  receive_news_postal: switchValue(),
  preferences: z.object({ general: switchValue(), concert_daily: switchValue() }),
});

export const SavedNewsletterResponse = NewsletterPreferences.extend({ message: z.string() });

/** The form that a mail program posts (RFC 8058). */
export const UnsubscribeBody = z.object({
  'List-Unsubscribe': z.literal('One-Click', 'INVALID'),
});

export const NewsletterSignUpBody = z.object({ email: requiredEmail() });
