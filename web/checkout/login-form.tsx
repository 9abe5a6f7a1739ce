import { useRef, useState, type FormEvent } from 'react';
import { fieldMessage } from '#contract/field-messages.ts';
import { checkoutTexts } from '#messages/checkout.ts';
import { uiTexts } from '#messages/ui.ts';
import { api } from '../platform/api.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { setUser } from '../platform/session.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { useFormErrors } from '../ui/use-form-errors.ts';

/** Login in place, for registered customers: what was typed on this step stays. */
export function LoginForm({ email }: { email: string }) {
  const texts = useTexts(checkoutTexts);
  const ui = useTexts(uiTexts);
  const language = useLanguage();
  const [values, setValues] = useState({ email_address: email, password: '' });
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const form = useFormErrors(values, (typed) => ({
    ...(typed.email_address.trim() ? {} : required('LOGIN_EMAIL_IS_REQUIRED', 'email_address')),
    ...(typed.password ? {} : required('LOGIN_PASSWORD_IS_REQUIRED', 'password')),
  }));

  function required(key: Parameters<typeof fieldMessage>[0], field: 'email_address' | 'password') {
    return { [field]: fieldMessage(key, language) };
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (sending.current || !form.attempt()) return;
    sending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      // 401 means wrong credentials here, not the end of a session
      const { data } = await api.call('login', { body: values }, { ownStatuses: true });
      setUser(data);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '');
    }
    sending.current = false;
    setBusy(false);
  };

  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error: form.errors[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <section className="shop__section" aria-labelledby="login-heading">
      <h2 id="login-heading">{texts.loginTitle}</h2>
      <form
        className="details-form"
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <ErrorSummary title={ui.errorSummary} errors={form.errors} />
        {failure && (
          <AlertBox kind="danger">
            <p>{failure}</p>
          </AlertBox>
        )}
        <div className="fields">
          <Field
            {...field('email_address')}
            label={texts.email}
            type="email"
            autoComplete="username"
          />
          <Field
            {...field('password')}
            label={texts.password}
            type="password"
            autoComplete="current-password"
          />
        </div>
        <div className="button-row details-form__foot">
          <Button type="submit" aria-disabled={busy}>
            {busy ? texts.loggingIn : texts.logIn}
          </Button>
          <LocalLink
            to="/auth/login?next=/ticketshop/checkout"
            className="text-link text-link--quiet"
          >
            {texts.forgot}
          </LocalLink>
        </div>
      </form>
    </section>
  );
}
