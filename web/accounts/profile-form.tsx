import { Fragment, useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { profileTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import type { PublicUser } from '../platform/public-user.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { FormHiddenFields, useFormKey } from '../ui/form-hidden-fields.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useLiveErrors } from '../ui/use-live-errors.ts';
import { useSubmission } from '../ui/use-submission.ts';
import { LanguageField, LoginFields, NameFields } from './profile-fields.tsx';
import { useTypedProfile, type ProfileResponse } from './use-typed-profile.ts';
import {
  checkProfile,
  hasProfileChanged,
  needsCurrentPassword,
  profileOf,
  readProfile,
  type ProfileValues,
} from './profile-values.ts';

interface ProfileFormProps {
  user: PublicUser;
  /** Key from the loader. */
  formKey: string;
  /** The response to a form sent without scripts. */
  posted: ProfileResponse | undefined;
}

/** Name, e-mail, password, language; with scripts it can be saved once something has changed. */
export function ProfileForm({ user, formKey, posted }: ProfileFormProps) {
  const texts = useTexts(profileTexts);
  const language = useLanguage();
  const fetcher = useFetcher<ProfileResponse>();
  const response = fetcher.data ?? posted;
  const saved = profileOf(user);
  const { fields, typed, setTyped } = useTypedProfile(
    user,
    posted,
    fetcher.state === 'idle' ? fetcher.data : null,
  );
  const form = useLiveErrors<keyof ProfileValues>(response?.problem?.errors, (values) =>
    checkProfile(values, saved, language),
  );
  const state = useSubmission(fetcher, response?.problem);
  const isChanged = hasProfileChanged(typed, saved);
  // the e-mail may have been changed elsewhere: then only the server knows that the current password is needed
  const isProofRequired = response?.problem?.errors.current_password !== undefined;
  const isProofNeeded = isProofRequired || needsCurrentPassword(typed, saved);
  const message = fetcher.state === 'idle' ? (fetcher.data?.savedMessage ?? '') : '';
  return (
    <fetcher.Form
      className="form"
      method="post"
      action="/user/profile"
      {...form.props}
      onInput={(event) => {
        form.props.onInput(event);
        setTyped(readProfile(new FormData(event.currentTarget)));
      }}
    >
      <PageHead title={texts.title} failed={form.hasErrors || state.failure !== ''} noindex />
      <FormHiddenFields formKey={useFormKey(formKey, fetcher.data)} />
      <input type="hidden" name="customer" value={user.id} />
      <ErrorSummary errors={form.errors} />
      <Fragment key={fields.key}>
        <NameFields field={form.field} values={fields.values} />
        <LoginFields field={form.field} values={fields.values} isProofNeeded={isProofNeeded} />
        <LanguageField value={fields.values.language} />
      </Fragment>
      <SubmitRow
        state={state}
        label={texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.saveFailed}
        disabled={useHydrated() && !isChanged}
      >
        <ButtonLink kind="line" to="/user">
          {texts.cancel}
        </ButtonLink>
      </SubmitRow>
      <SavedNote message={isChanged ? '' : message} />
    </fetcher.Form>
  );
}

/** Focuses the result, because the button that was pressed is now disabled. */
function SavedNote({ message }: { message: string }) {
  const note = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (message !== '') note.current?.focus();
  }, [message]);
  return (
    <output className="form__saved" ref={note} tabIndex={-1}>
      {message}
    </output>
  );
}
