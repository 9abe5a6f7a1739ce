import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { accountTexts } from '#messages/accounts.ts';
import { useTexts } from '../platform/language.ts';
import { AccountScreen } from './account-screen.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { LoginForm } from './login-form.tsx';
import { useLeaveWhenSignedIn } from './use-leave-when-signed-in.ts';

export { handle } from './account-header.ts';

/** Login with its forgot-password mode, `?forgot` (product.md 2). */
export default function LoginPage() {
  const [search] = useSearchParams();
  const texts = useTexts(accountTexts);
  const [email, setEmail] = useState('');
  const [failed, setFailed] = useState(false);
  const forgot = search.has('forgot');
  useLeaveWhenSignedIn();
  useFocusOnChange(forgot);
  const form = { email, onEmail: setEmail, onFailed: setFailed };
  return (
    <AccountScreen title={forgot ? texts.forgotTitle : texts.loginTitle} failed={failed}>
      {forgot ? <ForgotForm {...form} /> : <LoginForm {...form} />}
    </AccountScreen>
  );
}

/** The mode changes within the page, so the new heading takes the focus here. */
function useFocusOnChange(mode: boolean): void {
  const last = useRef(mode);
  useEffect(() => {
    if (last.current === mode) return;
    last.current = mode;
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [mode]);
}
