import { useState } from 'react';
import { errorKeys } from '#contract/codes.ts';
import { accountTexts, profileTexts } from '#messages/accounts.ts';
import { api } from '../platform/api.ts';
import { ApiError } from '../platform/api-error.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { setUser, type User } from '../platform/session.ts';
import { useForm } from '../ui/use-form.ts';
import { keepProfileDraft, takeProfileDraft } from './profile-draft.ts';
import { checkProfile, profileOf, toUserBody, type ProfileValues } from './profile-values.ts';

/** The profile's form, what is saved on the server, and what was said about the last saving. */
export function useProfile(user: User) {
  const texts = useTexts(profileTexts);
  const { emailTaken } = useTexts(accountTexts);
  const language = useLanguage();
  const [saved, setSaved] = useState(() => profileOf(user));
  const [initial] = useState<ProfileValues>(() => takeProfileDraft(user.id) ?? saved);
  const [said, setSaid] = useState('');

  const form = useForm({
    initial: { ...initial },
    survivesReload: true,
    validate: (values) => checkProfile(values, saved, language),
    async send(values, idempotencyKey) {
      const input = { params: { id: user.id }, body: toUserBody(values, saved) };
      const { data } = await api
        .call('updateUser', input, { idempotencyKey })
        .catch((error: unknown) => {
          if (hasSessionEnded(error)) keepProfileDraft(user.id, values);
          throw error;
        });
      setUser(data);
      const next = profileOf(data);
      setSaid(next.email === saved.email ? texts.saved : texts.savedEmail({ email: next.email }));
      setSaved(next);
      form.restart({ ...next });
    },
    explain(error) {
      if (error.errorKey === errorKeys.emailTaken) return { email: emailTaken };
      const { current_password: wrong, ...others } = error.fieldErrors;
      return wrong ? { ...others, current_password: texts.currentPasswordWrong } : undefined;
    },
  });
  return { form, saved, said };
}

const hasSessionEnded = (error: unknown) =>
  error instanceof ApiError && [401, 419].includes(error.status);
