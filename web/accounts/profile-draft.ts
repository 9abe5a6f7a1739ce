import type { ProfileValues } from './profile-values.ts';

// When the session ends while somebody is typing, the login comes in between (design.md 3):
// what was typed waits here, in memory only, without passwords, and only for the same customer.
let draft: { userId: number; values: ProfileValues } | null = null;

export function keepProfileDraft(userId: number, values: ProfileValues): void {
  const passwords = { password: '', password_confirmation: '', current_password: '' };
  draft = { userId, values: { ...values, ...passwords } };
}

/** What this customer had typed; it is handed out once. */
export function takeProfileDraft(userId: number): ProfileValues | null {
  const values = draft?.userId === userId ? draft.values : null;
  draft = null;
  return values;
}
