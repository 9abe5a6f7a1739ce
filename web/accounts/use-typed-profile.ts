import { useEffect, useEffectEvent, useState } from 'react';
import type { PublicUser } from '../platform/public-user.ts';
import type { FormResponse } from '../ui/use-submission.ts';
import { profileOf, type ProfileValues } from './profile-values.ts';

/** The result of the profile's action. */
export type ProfileResponse = FormResponse<Partial<ProfileValues>> & { savedMessage?: string };

// If the session ends while somebody types, the login comes in between (design.md 3): the sent values wait here, in
// memory only, without passwords, and only for the same customer.
let draft: { userId: number; values: ProfileValues } | null = null;

/** Stores them in case the response redirects to the login. */
export function saveProfileDraft(userId: number, values: ProfileValues): void {
  const passwords = { password: '', password_confirmation: '', current_password: '' };
  draft = { userId, values: { ...values, ...passwords } };
}

/** Returns the values this customer had typed, once. */
export function consumeProfileDraft(userId: number): ProfileValues | null {
  const values = draft?.userId === userId ? draft.values : null;
  draft = null;
  return values;
}

/**
 * The values of the profile's fields: the saved ones, then as typed. After saving they are the saved ones again.
 *
 * @param posted the response to a form sent without scripts
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
    // a response arrived, so there was no redirect to the login
    if (response) draft = null;
  }, [response]);
  // the page itself has noticed the end of the session
  const leave = useEffectEvent(() => {
    if (location.pathname.endsWith('/auth/login')) saveProfileDraft(user.id, typed);
  });
  useEffect(() => leave, []);
  return { fields, typed, setTyped };
}
