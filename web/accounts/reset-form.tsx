import { Form, useNavigation } from 'react-router';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { NewPasswordFields } from '../ui/password-field.tsx';
import { FormHiddenFields, useFormKey } from '../ui/form-hidden-fields.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useLiveErrors } from '../ui/use-live-errors.ts';
import { useSubmission, type FormResponse } from '../ui/use-submission.ts';
import { brokenPassword, brokenRepetition, messagesOf } from '../platform/field-rules.ts';
import { AccountScreen } from './account-screen.tsx';

interface ResetFormProps {
  email: string | undefined;
  token: string | undefined;
  /** Key from the loader. */
  formKey: string;
  response: FormResponse<undefined> | undefined;
}

/** The new password, twice; the link's e-mail address above it is for password managers. */
export function ResetForm({ email = '', token, formKey, response }: ResetFormProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const form = useLiveErrors(
    response?.problem?.errors,
    (typed: Record<'password' | 'password_confirmation', string>) => {
      const { password, password_confirmation: repetition } = typed;
      const key = 'RESET_PASSWORD_FORM_PASSWORDS_MUST_MATCH';
      return messagesOf(
        {
          password: brokenPassword(password, email),
          password_confirmation: brokenRepetition(password, repetition, key),
        },
        language,
      );
    },
  );
  const state = useSubmission(useNavigation(), response?.problem);
  return (
    <AccountScreen title={texts.resetTitle} failed={form.hasErrors || state.failure !== ''}>
      <Form className="form" method="post" preventScrollReset {...form.props}>
        <FormHiddenFields formKey={useFormKey(formKey, response)} />
        <input type="hidden" name="token" value={token} />
        <ErrorSummary errors={form.errors} />
        {/* Password managers read the account from it. */}
        <Field
          name="email_address"
          label={fields.email}
          type="email"
          autoComplete="username"
          value={email}
          readOnly
        />
        <NewPasswordFields
          field={form.field}
          label={fields.newPassword}
          hint={fields.passwordHint}
          repeatLabel={fields.passwordConfirmation}
        />
        <SubmitRow state={state} label={texts.savePassword} busyLabel={texts.saving} wide />
      </Form>
    </AccountScreen>
  );
}
