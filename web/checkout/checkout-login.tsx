import { checkoutTexts } from '#messages/checkout.ts';
import { Field, PasswordField } from '../forms/fields.tsx';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { CHECKOUT_PATH } from './details-values.ts';
import type { Checkout } from './use-checkout.ts';

/** The details may have a field `password`, too. */
const PASSWORD_ID = 'login-password';

/** Login within the page, for registered customers: values typed on this step stay. */
export function CheckoutLogin({ checkout: { login, typed } }: { checkout: Checkout }) {
  const texts = useTexts(checkoutTexts);
  return (
    <section className="shop__section" aria-labelledby="login-heading">
      <h2 id="login-heading" tabIndex={-1}>
        {texts.loginTitle}
      </h2>
      <FormShell
        form={login}
        ids={{ password: PASSWORD_ID }}
        className="details-form"
        action={CHECKOUT_PATH}
      >
        <input type="hidden" name="intent" value="login" />
        <div className="fields">
          <Field
            {...login.field('email_address', typed?.email)}
            label={texts.email}
            type="email"
            autoComplete="username"
          />
          <PasswordField
            {...login.field('password')}
            id={PASSWORD_ID}
            label={texts.password}
            autoComplete="current-password"
          />
        </div>
        <SubmitRow form={login} label={texts.logIn} busyLabel={texts.loggingIn} />
        <p>
          <LocalLink
            to={`/auth/login?forgot=yes&next=${CHECKOUT_PATH}`}
            className="text-link text-link--quiet"
          >
            {texts.forgot}
          </LocalLink>
        </p>
      </FormShell>
    </section>
  );
}
