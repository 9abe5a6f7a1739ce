import { useEffect, useState } from 'react';
import type { FormResponse } from '../ui/use-submission.ts';
import { profileOf, type ProfileValues, type PublicUser } from './profile-values.ts';

/** The result of the profile's action. */
export type ProfileResponse = FormResponse<Partial<ProfileValues>> & { savedMessage?: string };

// When the session ends while somebody is typing, the login comes in between (design.md 3):
// what was sent waits here, in memory only, without passwords, and only for the same customer.
let draft: { userId: number; values: ProfileValues } | null = null;

/** For the case that the response is the way to the login. */
export function saveProfileDraft(userId: number, values: ProfileValues): void {
  const passwords = { password: '', password_confirmation: '', current_password: '' };
  draft = { userId, values: { ...values, ...passwords } };
}

/** The values this customer had typed; returned once. */
export function consumeProfileDraft(userId: number): ProfileValues | null {
  const values = draft?.userId === userId ? draft.values : null;
  draft = null;
  return values;
}

/**
 * The values of the profile's fields: the saved ones, then as typed. After saving they are the saved ones again.
 *
 * @param posted the response to a form that came without scripts
 * @param response the last one of the form's fetcher, null while that is busy
 */
export function useTypedProfile(
  user: PublicUser,
  posted: ProfileResponse | undefined,
  response: ProfileResponse | undefined | null,
) {
  const [known, setKnown] = useState(response);
  const [fields, setFields] = useState(() => ({
    key: 0,
    values: { ...profileOf(user), ...consumeProfileDraft(user.id), ...posted?.values },
  }));
  const [typed, setTyped] = useState(fields.values);
  if (response !== null && response !== known) {
    setKnown(response);
    if (response?.savedMessage !== undefined) {
      setFields({ key: fields.key + 1, values: profileOf(user) });
      setTyped(profileOf(user));
    }
  }
  useEffect(() => {
    // a response came: nobody is led to the login
    if (response) draft = null;
  }, [response]);
  return { fields, typed, setTyped };
}
