import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { api } from '../platform/api.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { goingOn } from '../platform/guards.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { AlertBox } from '../ui/alert-box.tsx';
import { Field } from '../ui/field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useForm } from '../ui/use-form.ts';
import { brokenEmail, messagesOf } from './account-rules.ts';
import { FormResult } from './form-result.tsx';
import type { LoginModeProps } from './login-form.tsx';
import { useReport } from './use-report.ts';

/** Asks for a reset link; the answer is the same for known and unknown addresses, and replaces the form. */
export function ForgotForm({ email, onEmail, onFailed }: LoginModeProps) {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const language = useLanguage();
  const [sent, setSent] = useState(false);
  const form = useForm({
    initial: { email_address: email },
    survivesReload: true,
    validate: (values) =>
      messagesOf({ email_address: brokenEmail(values.email_address) }, language),
    async send(body, idempotencyKey) {
      await api.call('forgotPassword', { body }, { idempotencyKey });
      setSent(true);
    },
  });
  const { values, failed } = form;
  useReport(values.email_address, onEmail);
  useReport(failed, onFailed);

  if (sent) {
    return (
      <FormResult>
        <AlertBox kind="success">
          <p>{texts.linkSent}</p>
        </AlertBox>
        <p className="form__note">{texts.linkSentHelp}</p>
        <BackToLogin />
      </FormResult>
    );
  }
  return (
    <>
      <form className="form" {...form.props}>
        <p className="form__note">{texts.forgotText}</p>
        <Field
          {...form.field('email_address')}
          label={fields.email}
          type="email"
          autoComplete="username"
        />
        <SubmitRow
          state={form.state}
          label={texts.sendLink}
          busyLabel={texts.sendingLink}
          failureTitle={texts.linkFailed}
          wide
        />
      </form>
      <div className="account-screen__foot">
        <BackToLogin />
      </div>
    </>
  );
}

function BackToLogin() {
  const texts = useTexts(accountTexts);
  const [search] = useSearchParams();
  return (
    <LocalLink to={goingOn('/auth/login', search)} className="text-link text-link--quiet">
      {texts.backToLogin}
    </LocalLink>
  );
}
