import { useState } from 'react';
import type { PublicUser } from '../platform/public-user.ts';
import { createStore } from '../platform/store.ts';
import { findDraft, useLoginDraft, type LoginDraft } from '../ui/use-login-draft.ts';
import type { FormResponse } from '../ui/use-submission.ts';
import { profileOf, type ProfileValues } from './profile-values.ts';

/** The result of the profile's action. */
export type ProfileResponse = FormResponse<Partial<ProfileValues>> & { savedMessage?: string };

const profileDraft = createStore<LoginDraft<ProfileValues>>(null);

/**
 * The values of the profile's fields: the saved ones, then as typed. After saving, and when another user has signed in,
 * they are the saved ones again.
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
  const [userId, setUserId] = useState(user.id);
  const [fields, setFields] = useState(() => ({
    key: 0,
    values: { ...profileOf(user), ...findDraft(profileDraft, user.id), ...posted?.values },
  }));
  const [typed, setTyped] = useState(fields.values);
  const showSaved = () => {
    setFields({ key: fields.key + 1, values: profileOf(user) });
    setTyped(profileOf(user));
  };
  if (user.id !== userId) {
    setUserId(user.id);
    showSaved();
  }
  if (response !== null && response !== known) {
    setKnown(response);
    if (response?.savedMessage !== undefined) showSaved();
  }
  const passwords = { password: '', password_confirmation: '', current_password: '' };
  useLoginDraft(profileDraft, { userId: user.id, values: { ...typed, ...passwords } });
  return { fields, typed, setTyped };
}
