// Accounts on the wire (api.md, Accounts).
import { z } from 'zod';
import { languages } from './language.ts';
import { moment, optionalText, passwordText, requiredEmail, requiredText } from './fields.ts';

export const User = z.object({
  access_token: z.string(),
  id: z.int(),
  user_data: z.object({
    master_data_id: z.int().nullable(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    email_verified_at: moment().nullable(),
    language: z.enum(languages),
    newsletter_token: z.string(),
  }),
});

export const UserAnswer = z.object({ user: User });
export const UserDataAnswer = z.object({ data: User });

const firstName = () => requiredText('FIRST_NAME_REQUIRED', 100);
const lastName = () => requiredText('LAST_NAME_REQUIRED', 100);

export const RegisterBody = z
  .object({
    first_name: firstName(),
    last_name: lastName(),
    email_address: requiredEmail(),
    password: passwordText(),
    password_confirmation: passwordText('PASSWORDS_MUST_MATCH'),
  })
  .refine((b) => b.password === b.password_confirmation, {
    path: ['password_confirmation'],
    error: 'PASSWORDS_MUST_MATCH',
    when: ({ value }) => hasBothPasswords(value),
  });

export const LoginBody = z.object({
  email_address: requiredText('LOGIN_EMAIL_IS_REQUIRED', 254),
  password: passwordText('LOGIN_PASSWORD_IS_REQUIRED'),
});

export const ForgotPasswordBody = z.object({ email_address: requiredEmail() });

export const ResetPasswordBody = z
  .object({
    token: optionalText(500),
    email_address: optionalText(254),
    password: passwordText(),
    password_confirmation: passwordText('RESET_PASSWORD_FORM_PASSWORDS_MUST_MATCH'),
  })
  .refine((b) => b.password === b.password_confirmation, {
    path: ['password_confirmation'],
    error: 'RESET_PASSWORD_FORM_PASSWORDS_MUST_MATCH',
    when: ({ value }) => hasBothPasswords(value),
  });

export const UpdateUserBody = z
  .object({
    first_name: firstName().optional(),
    last_name: lastName().optional(),
    email: requiredEmail().optional(),
    language: z.enum(languages, { error: 'INVALID' }).optional(),
    password: z.string().max(1000, 'PASSWORD_TOO_LONG').optional(),
    password_confirmation: z.string().max(1000, 'PASSWORD_TOO_LONG').optional(),
    current_password: z.string().max(1000, 'PASSWORD_TOO_LONG').optional(),
  })
  .refine((b) => (b.password ?? '') === (b.password_confirmation ?? ''), {
    path: ['password_confirmation'],
    error: 'PASSWORDS_MUST_MATCH',
  });

/** The match is judged also when other fields are broken, so that all messages come at once. */
export function hasBothPasswords(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const body = value as { password?: unknown; password_confirmation?: unknown };
  return [body.password, body.password_confirmation].every(
    (p) => typeof p === 'string' && p !== '',
  );
}

export const MessageAnswer = z.object({ message: z.string() });
export const ResetAnswer = z.object({ msgCode: z.int(), message: z.string() });
export const VerifiedAnswer = z.object({ data: z.object({ email_verified_at: moment() }) });
