// Contact and newsletter on the wire (api.md, Contact and newsletter).
import { z } from 'zod';
import { omittable, requiredEmail, requiredText, switchValue } from './fields.ts';

export const ContactBody = z.object({
  email: requiredEmail(),
  subject: requiredText('SUBJECT_REQUIRED', 200),
  message: requiredText('MESSAGE_REQUIRED', 10_000),
  honeypot: omittable(z.string()),
});

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

export const SavedNewsletterAnswer = NewsletterPreferences.extend({ message: z.string() });

/** What a mail program posts (RFC 8058), as a form. */
export const UnsubscribeBody = z.object({
  'List-Unsubscribe': z.literal('One-Click', 'INVALID'),
});

export const NewsletterSignUpBody = z.object({ email: requiredEmail() });
