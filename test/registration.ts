import { randomBytes } from 'node:crypto';

/** A password that the shop accepts. */
export const PASSWORD = 'Forellenquintett 4x';

/** An email address that no account has. */
export function newEmail(): string {
  return `clara.${randomBytes(6).toString('hex')}@example.org`;
}

/** The fields of `POST /register` for a new account; `fields` replace the usual ones. */
export function registration(fields: Record<string, string> = {}): Record<string, string> {
  return {
    first_name: 'Clara',
    last_name: 'Wieck',
    email_address: newEmail(),
    password: PASSWORD,
    password_confirmation: PASSWORD,
    ...fields,
  };
}
