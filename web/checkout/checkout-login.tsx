import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import type { Language } from '#contract/language.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { messagesOf, missing } from '#contract/forms.ts';
import { ErrorSummary, SubmitRow } from '../forms/form.tsx';
import { Field, PasswordField } from '../forms/fields.tsx';
import { FormHiddenFields } from '../forms/form-hidden-fields.tsx';
import { useLiveErrors } from '../forms/use-live-errors.ts';
import { useSubmission } from '../forms/use-submission.ts';
import { CHECKOUT_PATH } from './details-values.ts';
import type { CheckoutResponse } from './checkout.server.ts';

interface CheckoutLoginProps {
  /** The values typed on this step so far. */
  email: string;
  /** The result of the form when it was sent without scripts. */
  posted: CheckoutResponse | undefined;
  /** Whether the form has errors. */
  onFailed: (hasFailed: boolean) => void;
}

/** Login within the page, for registered customers: values typed on this step stay. */
export function CheckoutLogin({ email, posted, onFailed }: CheckoutLoginProps) {
  const texts = useTexts(checkoutTexts);
  const language = useLanguage();
  const fetcher = useFetcher<CheckoutResponse>();
  const { problem } = fetcher.data ?? posted ?? {};
  const live = useLiveErrors<LoginField>(problem?.errors, (values) => checkLogin(values, language));
  const state = useSubmission(fetcher, problem);
  const hasFailed = state.failure !== '' || live.hasErrors;
  useEffect(() => onFailed(hasFailed), [hasFailed, onFailed]);
  const { email_address, password } = live.errors;
  return (
    <section className="shop__section" aria-labelledby="login-heading">
      <h2 id="login-heading" tabIndex={-1}>
        {texts.loginTitle}
      </h2>
      <fetcher.Form className="details-form" method="post" action={CHECKOUT_PATH} {...live.props}>
        <FormHiddenFields />
        <input type="hidden" name="intent" value="login" />
        <ErrorSummary errors={{ email_address, 'login-password': password }} />
        <div className="fields">
          <Field
            {...live.field('email_address')}
            label={texts.email}
            type="email"
            autoComplete="username"
            defaultValue={posted?.refused?.login ?? email}
          />
          <PasswordField
            {...live.field('password')}
            id="login-password"
            label={texts.password}
            autoComplete="current-password"
          />
        </div>
        <SubmitRow form={state} label={texts.logIn} busyLabel={texts.loggingIn} />
        <p>
          <LocalLink
            to={`/auth/login?forgot=yes&next=${CHECKOUT_PATH}`}
            className="text-link text-link--quiet"
          >
            {texts.forgot}
          </LocalLink>
        </p>
      </fetcher.Form>
    </section>
  );
}

type LoginField = 'email_address' | 'password';

const checkLogin = (values: Record<LoginField, string>, language: Language) =>
  messagesOf(
    {
      email_address: missing(values.email_address, 'LOGIN_EMAIL_IS_REQUIRED'),
      password: missing(values.password, 'LOGIN_PASSWORD_IS_REQUIRED'),
    },
    language,
  );
