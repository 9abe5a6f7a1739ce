import { useState } from 'react';
import { accountTexts } from '#messages/accounts.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { AlertBox } from '../ui/alert-box.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { AccountScreen } from './account-screen.tsx';
import { FormResult } from './form-result.tsx';
import { ResetForm, type ResetState } from './reset-form.tsx';

export { handle } from './account-header.ts';

/** PasswordReset, reached by the mail's link with `email` and `token` (product.md 2). */
export default function PasswordResetPage() {
  const texts = useTexts(accountTexts);
  const [state, setState] = useState<ResetState>('open');
  const [failed, setFailed] = useState(false);
  const title = texts.resetTitle;
  return (
    <AccountScreen title={title} failed={state === 'refused' || (state === 'open' && failed)}>
      {state === 'open' && <ResetForm onEnd={setState} onFailed={setFailed} />}
      {state === 'done' && (
        <FormResult>
          <AlertBox kind="success">
            <p>{texts.passwordReset}</p>
          </AlertBox>
          <p className="form__note">{texts.passwordResetHelp}</p>
          <ButtonLink to="/auth/login" wide>
            {texts.toLogin}
          </ButtonLink>
        </FormResult>
      )}
      {state === 'refused' && (
        <FormResult>
          <AlertBox kind="danger">
            <p>{texts.resetFailed}</p>
          </AlertBox>
          <p className="form__note">{texts.resetFailedHelp}</p>
          <LocalLink to="/auth/login?forgot=yes" className="text-link">
            {texts.newLink}
          </LocalLink>
        </FormResult>
      )}
    </AccountScreen>
  );
}
