import { useEffect, useRef } from 'react';
import { useSubmit, redirectDocument } from 'react-router';
import { accountTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { FormShell } from '../forms/form.tsx';
import { refuse } from '../forms/submit.server.ts';
import { useForm, type FormState } from '../forms/use-form.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { pauseVisit } from '../platform/use-visit.ts';
import { shopContext, serverContext } from '../platform/visit.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { Route } from './+types/email-verification-page';
import { AccountScreen, FormResult } from './account-screen.tsx';

export { handle } from './account-screen.tsx';

/** Verifies nothing: programs that follow the links of mails must not. */
export async function loader(args: Route.LoaderArgs) {
  const target = findTarget(args);
  const user = await args.context.get(shopContext).findUser();
  return { isValid: target !== null, isOwn: user !== null && String(user.id) === target?.id };
}

/** Verifies the address; null for a link of another site. */
export async function action(args: Route.ActionArgs) {
  const visit = args.context.get(shopContext);
  const target = findTarget(args);
  if (target === null) return null;
  const { problem } = await visit.submit('account:verify-email', target);
  if (problem !== null) return refuse('verify', null, problem);
  const { verified } = pickTexts(accountTexts, visit.language);
  visit.setFlash({ kind: 'success', text: verified });
  const isSignedIn = (await visit.findUser()) !== null;
  // its address is a secret, so it sends no referrer
  throw redirectDocument(isSignedIn ? '/user' : '/auth/login', 303);
}

export { clientAction } from '../forms/client-action.ts';

/** EmailVerification (product.md 2): where scripts run, the page submits its form by itself for the account's owner. */
export default function EmailVerificationPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(accountTexts);
  const { retry } = useTexts(platformTexts);
  const form = useForm('verify');
  if (!loaderData.isValid) return <Failure message={texts.verifyInvalid} />;
  if (form.problem === null) return <VerifyForm form={form} isOwn={loaderData.isOwn} />;
  return (
    <Failure message={texts.verifyFailed} isOffline={form.isLost}>
      <FormShell form={form} className="button-row">
        <Button kind="line" type="submit">
          {retry}
        </Button>
      </FormShell>
    </Failure>
  );
}

/** Programs that check the links of mails run scripts, too, but are not signed in. */
function VerifyForm({ form, isOwn }: { form: FormState; isOwn: boolean }) {
  const texts = useTexts(accountTexts);
  const isHydrated = useHydrated();
  const submit = useSubmit();
  const { isBusy, name } = form;
  const isSent = useRef(isBusy);
  useEffect(() => {
    if (!isOwn || isSent.current) return;
    isSent.current = true;
    void submit({ form: name }, { method: 'post' });
  }, [isOwn, name, submit]);
  // the message is for the next page, not for a header that loads in between
  useEffect(() => pauseVisit(), []);
  return (
    <AccountScreen title={texts.verifyTitle}>
      {isBusy || (isOwn && isHydrated) ? (
        <Spinner label={texts.verifying} />
      ) : (
        <FormShell form={form}>
          <p>{texts.verifyText}</p>
          <Button type="submit" wide>
            {texts.verify}
          </Button>
        </FormShell>
      )}
    </AccountScreen>
  );
}

interface FailureProps {
  message: string;
  /** No response came: the same link may still be valid. */
  isOffline?: boolean;
  children?: React.ReactNode;
}

function Failure({ message, isOffline = false, children }: FailureProps) {
  const texts = useTexts(accountTexts);
  const { offline } = useTexts(platformTexts);
  return (
    <AccountScreen title={texts.verifyTitle} failed>
      <FormResult>
        <AlertBox kind="danger">{message}</AlertBox>
        <p className="form__note">{isOffline ? offline : texts.verifyHelp}</p>
        {children}
        <LocalLink to="/user" className="text-link">
          {texts.toPersonalArea}
        </LocalLink>
      </FormResult>
    </AccountScreen>
  );
}

type LoaderArgs = Pick<Route.LoaderArgs, 'context' | 'url'>;

/** The target of the page's link; null for one of another site. */
function findTarget({ context, url }: LoaderArgs) {
  const { origin } = context.get(serverContext);
  return findVerificationTarget(url.searchParams.get('url'), [origin, url.origin]);
}

/** Where the API verifies addresses (contract/paths.ts, verifyEmail). */
const VERIFY_PATH = /^\/api\/email\/verify\/([^/%]+)\/([^/%]+)$/;

/**
 * The target of the url in a verification link, if it is one of this API; null for any other, which must never be
 * fetched (api.md, Accounts).
 *
 * @param origins of the API, the site's own first
 */
export function findVerificationTarget(url: string | null, origins: readonly string[]) {
  const [base] = origins;
  if (!url || !URL.canParse(url, base)) return null;
  const { origin, pathname } = new URL(url, base);
  const [, id, token] = VERIFY_PATH.exec(pathname) ?? [];
  if (!origins.includes(origin) || id === undefined || token === undefined) return null;
  return { id, token };
}
