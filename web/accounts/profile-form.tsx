import { Fragment, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { profileTexts, accountFieldTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import type { PublicUser } from '../platform/visit.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ErrorSummary, SubmitRow } from '../forms/form.tsx';
import { FormHiddenFields, useFormKey } from '../forms/form-hidden-fields.tsx';
import { useLiveErrors, type FieldOf } from '../forms/use-live-errors.ts';
import { useSubmission, type FormResponse } from '../forms/use-submission.ts';
import {
  checkProfile,
  hasProfileChanged,
  needsCurrentPassword,
  profileOf,
  readProfile,
  type ProfileValues,
} from './profile-values.ts';
import { Field, FieldFrame, NewPasswordFields, PasswordField } from '../forms/fields.tsx';
import { createStore } from '../platform/store.ts';
import { findDraft, useLoginDraft, type LoginDraft } from '../forms/use-login-draft.ts';

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
        form={state}
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

interface ProfileFieldsProps {
  field: FieldOf<keyof ProfileValues>;
  /** The initial values. */
  values: ProfileValues;
}

/** First and last name. */
function NameFields({ field, values }: ProfileFieldsProps) {
  const texts = useTexts(profileTexts);
  const fields = useTexts(accountFieldTexts);
  return (
    <fieldset>
      <legend>{texts.nameLegend}</legend>
      <div className="fields fields--pair">
        <Field
          {...field('first_name')}
          defaultValue={values.first_name}
          label={fields.firstName}
          autoComplete="given-name"
        />
        <Field
          {...field('last_name')}
          defaultValue={values.last_name}
          label={fields.lastName}
          autoComplete="family-name"
        />
      </div>
    </fieldset>
  );
}

interface LoginFieldsProps extends ProfileFieldsProps {
  /** E-mail or password change. */
  isProofNeeded: boolean;
}

/** E-mail address and new password, and the current one as proof. */
function LoginFields({ field, values, isProofNeeded }: LoginFieldsProps) {
  const texts = useTexts(profileTexts);
  const fields = useTexts(accountFieldTexts);
  const isHydrated = useHydrated();
  const proof = (
    <PasswordField
      {...field('current_password')}
      label={texts.currentPassword}
      hint={texts.currentPasswordHint}
      autoComplete="current-password"
    />
  );
  return (
    <fieldset>
      <legend>{texts.loginLegend}</legend>
      <Field
        {...field('email')}
        defaultValue={values.email}
        label={fields.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="username"
      />
      <div className="fields fields--pair">
        <NewPasswordFields
          field={field}
          label={fields.newPassword}
          hint={texts.passwordHint}
          repeatLabel={fields.passwordConfirmation}
        />
      </div>
      {isHydrated && isProofNeeded && proof}
      {/* always shown where no script can show it when needed */}
      {!isHydrated && <noscript>{proof}</noscript>}
    </fieldset>
  );
}

/** The language in which the association writes to the customer. */
function LanguageField({ value }: { value: string }) {
  const texts = useTexts(profileTexts);
  return (
    <FieldFrame name="language" label={texts.language} hint={texts.languageHint}>
      {(parts) => (
        <select {...parts} name="language" defaultValue={value} className="field__input">
          <option value="de" lang="de">
            Deutsch
          </option>
          <option value="en" lang="en">
            English
          </option>
        </select>
      )}
    </FieldFrame>
  );
}

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
function useTypedProfile(
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
