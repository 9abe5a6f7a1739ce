import { useEffect } from 'react';
import { fieldMessage, type FieldMessageKey } from '#contract/field-messages.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { uiTexts } from '#messages/ui.ts';
import { useFocusIfLost } from '../cart/use-focus-if-lost.ts';
import { api } from '../platform/api.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { setUser } from '../platform/session.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useForm } from '../ui/use-form.ts';

interface CheckoutLoginProps {
  /** As typed on this step so far. */
  email: string;
  /** Whether the form has errors. */
  onFailed: (failed: boolean) => void;
}

/** Login in place, for registered customers: what was typed on this step stays. */
export function CheckoutLogin({ email, onFailed }: CheckoutLoginProps) {
  const texts = useTexts(checkoutTexts);
  const ui = useTexts(uiTexts);
  const form = useLogin(email);
  const heading = useFocusIfLost<HTMLHeadingElement>();
  useEffect(() => onFailed(form.failed), [form.failed, onFailed]);
  return (
    <section className="shop__section" aria-labelledby="login-heading">
      <h2 id="login-heading" ref={heading} tabIndex={-1}>
        {texts.loginTitle}
      </h2>
      <form className="details-form" {...form.props}>
        <ErrorSummary title={ui.errorSummary} errors={form.errors} />
        <div className="fields">
          <Field
            {...form.field('email_address')}
            label={texts.email}
            type="email"
            autoComplete="username"
          />
          <PasswordField
            {...form.field('password')}
            label={texts.password}
            autoComplete="current-password"
          />
        </div>
        <SubmitRow state={form.state} label={texts.logIn} busyLabel={texts.loggingIn} />
        <p>
          <LocalLink
            to="/auth/login?forgot=yes&next=/ticketshop/checkout"
            className="text-link text-link--quiet"
          >
            {texts.forgot}
          </LocalLink>
        </p>
      </form>
    </section>
  );
}

function useLogin(email: string) {
  const language = useLanguage();
  const required = (value: string, key: FieldMessageKey) =>
    value.trim() === '' ? fieldMessage(key, language) : '';
  return useForm({
    initial: { email_address: email, password: '' },
    validate: (values) => ({
      email_address: required(values.email_address, 'LOGIN_EMAIL_IS_REQUIRED'),
      password: required(values.password, 'LOGIN_PASSWORD_IS_REQUIRED'),
    }),
    async send(body, idempotencyKey) {
      // 401 means wrong credentials here, not the end of a session
      const { data } = await api.call('login', { body }, { ownStatuses: true, idempotencyKey });
      setUser(data);
    },
  });
}
