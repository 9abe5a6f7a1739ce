import { z } from 'zod';
import {
  toEmail,
  dateTime,
  newPassword,
  omittable,
  passwordsMatch,
  passwordText,
  personName,
  requiredEmail,
  requiredText,
  typedEmail,
  requiredLine,
  switchValue,
} from './fields.ts';
import { languages } from './language.ts';

// Accounts on the wire (api.md, Accounts).

/** An account as its owner gets it; `access_token` is the bearer token of the session. */
export const User = z.object({
  access_token: z.string(),
  id: z.int(),
  user_data: z.object({
    master_data_id: z.int().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    email_pending: z.string().nullable(),
    email_verified_at: dateTime().nullable(),
    language: z.enum(languages),
    newsletter_token: z.string(),
  }),
});

export const UserResponse = z.object({ user: User });
export const UserDataResponse = z.object({ data: User });

export const SessionsResponse = z.object({
  data: z.array(
    z.object({
      created_at: dateTime(),
      // exact to ten minutes
      last_used_at: dateTime(),
      // whether it is the session of this request
      current: z.boolean(),
    }),
  ),
});

const firstName = () => personName('FIRST_NAME_REQUIRED');
const lastName = () => personName('LAST_NAME_REQUIRED');

export const RegisterBody = z
  .object({
    first_name: firstName(),
    last_name: lastName(),
    email_address: requiredEmail(),
    password: newPassword(),
    password_confirmation: passwordText('PASSWORDS_MUST_MATCH'),
  })
  .refine(...passwordsMatch('PASSWORDS_MUST_MATCH'));

export const LoginBody = z.object({
  email_address: requiredText('LOGIN_EMAIL_IS_REQUIRED', 254, toEmail),
  password: passwordText('LOGIN_PASSWORD_IS_REQUIRED'),
});

export const ForgotPasswordBody = z.object({ email_address: requiredEmail() });

export const ResetPasswordBody = z
  .object({
    // any text: a wrong token is 1009, not 422
    token: z.string({ error: 'REQUIRED' }),
    email_address: typedEmail(),
    password: newPassword(),
    password_confirmation: passwordText('RESET_PASSWORD_FORM_PASSWORDS_MUST_MATCH'),
  })
  .refine(...passwordsMatch('RESET_PASSWORD_FORM_PASSWORDS_MUST_MATCH'));

/** An optional password: missing, empty or null means none. */
export const optionalPassword = () => omittable(z.string().max(1000, 'PASSWORD_TOO_LONG'));

export const UpdateUserBody = z
  .object({
    first_name: omittable(firstName()),
    last_name: omittable(lastName()),
    email: omittable(requiredEmail()),
    language: omittable(z.enum(languages, { error: 'INVALID' })),
    password: optionalPassword(),
    password_confirmation: optionalPassword(),
    current_password: optionalPassword(),
  })
  .refine(...passwordsMatch('PASSWORDS_MUST_MATCH'));

// any text: a wrong token is 403, not 422
export const UndoEmailChangeBody = z.object({ token: z.string({ error: 'REQUIRED' }) });

export const MessageResponse = z.object({ message: z.string() });
export const ResetResponse = z.object({ msgCode: z.int(), message: z.string() });
export const VerifiedResponse = z.object({ data: z.object({ email_verified_at: dateTime() }) });

// Contact and newsletter on the wire (api.md, Contact and newsletter).

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
export const FindTicketsBody = z.object({ email: requiredEmail() });
