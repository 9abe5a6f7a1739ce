import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext } from '../platform/server-context.ts';
import type { Route } from './+types/login-page';
import { ForgotForm } from './forgot-form.tsx';
import { LoginForm } from './login-form.tsx';
import {
  hasActedContext,
  leaveWhenSignedIn,
  requestResetLink,
  submitLogin,
} from './sign-in.server.ts';

export { handle } from './account-screen.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  await leaveWhenSignedIn(context, url);
  return null;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  context.set(hasActedContext, true);
  const visit = context.get(shopContext);
  const form = await request.formData();
  return url.searchParams.has('forgot')
    ? requestResetLink(visit, form)
    : submitLogin(visit, form, url);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** Login with its forgot-password mode, `?forgot` (product.md 2). */
export default function LoginPage({ actionData }: Route.ComponentProps) {
  const [search] = useSearchParams();
  // kept when the mode changes
  const [email, setEmail] = useState('');
  const isForgot = search.has('forgot');
  useFocusOnChange(isForgot);
  const props = { response: actionData, email, onEmail: setEmail };
  return isForgot ? <ForgotForm {...props} /> : <LoginForm {...props} />;
}

/** The mode changes within the page, so the new heading takes the focus here. */
function useFocusOnChange(isForgotMode: boolean): void {
  const last = useRef(isForgotMode);
  useEffect(() => {
    if (last.current === isForgotMode) return;
    last.current = isForgotMode;
    document.querySelector<HTMLElement>('main h1')?.focus();
  }, [isForgotMode]);
}
