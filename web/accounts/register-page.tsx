import { useNavigate, useSearchParams } from 'react-router';
import { errorKeys } from '#contract/codes.ts';
import { accountFieldTexts, accountTexts } from '#messages/accounts.ts';
import { uiTexts } from '#messages/ui.ts';
import { api } from '../platform/api.ts';
import { goingOn, nextPath } from '../platform/guards.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { setUser } from '../platform/session.ts';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useForm } from '../ui/use-form.ts';
import { AccountScreen } from './account-screen.tsx';
import { checkRegistration, type Registration } from './account-rules.ts';
import { continueTo } from './continue-to.ts';
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in.ts';

export { handle } from './account-header.ts';

const empty: Registration = {
  first_name: '',
  last_name: '',
  email_address: '',
  password: '',
  password_confirmation: '',
};

/** Register (product.md 2 and 5). */
export default function RegisterPage() {
  const texts = useTexts(accountTexts);
  const fields = useTexts(accountFieldTexts);
  const form = useRegistration();
  useLeaveWhenSignedIn();
  return (
    <AccountScreen title={texts.registerTitle} failed={form.failed}>
      <form className="form" {...form.props}>
        <ErrorSummary title={useTexts(uiTexts).errorSummary} errors={form.errors} />
        <Field {...form.field('first_name')} label={fields.firstName} autoComplete="given-name" />
        <Field {...form.field('last_name')} label={fields.lastName} autoComplete="family-name" />
        <Field
          {...form.field('email_address')}
          label={fields.email}
          type="email"
          autoComplete="email"
        />
        <PasswordField
          {...form.field('password')}
          label={fields.password}
          hint={fields.passwordHint}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field('password_confirmation')}
          label={fields.passwordConfirmation}
          autoComplete="new-password"
        />
        <SubmitRow
          state={form.state}
          label={texts.register}
          busyLabel={texts.registering}
          failureTitle={texts.registerFailed}
          wide
        />
      </form>
      <RegisterFoot />
    </AccountScreen>
  );
}

function useRegistration() {
  const texts = useTexts(accountTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return useForm({
    initial: { ...empty },
    survivesReload: true,
    validate: (values) => checkRegistration(values, language),
    async send(body, idempotencyKey) {
      const { user } = await api.call('register', { body }, { idempotencyKey });
      setUser(user);
      await continueTo(nextPath(search), navigate);
    },
    explain: (error) =>
      error.errorKey === errorKeys.emailTaken ? { email_address: texts.emailTaken } : undefined,
  });
}

function RegisterFoot() {
  const texts = useTexts(accountTexts);
  const [search] = useSearchParams();
  return (
    <div className="account-screen__foot">
      <p className="form__note">
        {texts.haveAccount}{' '}
        <LocalLink to={goingOn('/auth/login', search)} className="text-link">
          {texts.logIn}
        </LocalLink>
      </p>
    </div>
  );
}
