// Accounts on the wire (api.md, Accounts).
import { z } from 'zod';
import { toEmail } from './email-address.ts';
import { languages } from './language.ts';
import {
  dateTime,
  newPassword,
  omittable,
  passwordsMatch,
  passwordText,
  personName,
  requiredEmail,
  requiredText,
  typedEmail,
} from './fields.ts';

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
