import { Form, useNavigation, useSearchParams } from 'react-router';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { AlertBox } from '../ui/alert-box.tsx';
import { Field } from '../ui/field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useLiveErrors } from '../ui/use-live-errors.ts';
import { useSubmission } from '../ui/use-submission.ts';
import { brokenEmail, messagesOf } from '../platform/field-rules.ts';
import { AccountScreen, FormResult } from './account-screen.tsx';
import type { LoginModeProps } from './login-form.tsx';
import { withNext } from './next-path.ts';

/** Asks for a reset link; the response is the same for known and unknown addresses, and replaces the form. */
export function ForgotForm({ response, email, onEmail }: LoginModeProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const form = useLiveErrors(response?.problem?.errors, (values: Record<'email_address', string>) =>
    messagesOf({ email_address: brokenEmail(values.email_address) }, language),
  );
  const state = useSubmission(useNavigation(), response?.problem);

  if (response?.isLinkSent) {
    return (
      <AccountScreen title={texts.forgotTitle}>
        <FormResult>
          <AlertBox kind="success">{texts.linkSent}</AlertBox>
          <p className="form__note">{texts.linkSentHelp}</p>
          <BackToLogin />
        </FormResult>
      </AccountScreen>
    );
  }
  return (
    <AccountScreen title={texts.forgotTitle} failed={form.hasErrors || state.failure !== ''}>
      <Form className="form" method="post" preventScrollReset {...form.props}>
        <p className="form__note">{texts.forgotText}</p>
        <Field
          {...form.field('email_address')}
          defaultValue={response?.values?.email_address ?? email}
          onChange={(event) => onEmail(event.currentTarget.value)}
          label={fields.email}
          type="email"
          autoComplete="username"
        />
        <SubmitRow
          state={state}
          label={texts.sendLink}
          busyLabel={texts.sendingLink}
          failureTitle={texts.linkFailed}
          wide
        />
      </Form>
      <div className="account-screen__foot">
        <BackToLogin />
      </div>
    </AccountScreen>
  );
}

function BackToLogin() {
  const texts = useTexts(accountTexts);
  const [search] = useSearchParams();
  return (
    <LocalLink to={withNext('/auth/login', search)} className="text-link text-link--quiet">
      {texts.backToLogin}
    </LocalLink>
  );
}
