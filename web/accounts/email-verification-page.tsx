import { useEffect, useRef } from 'react';
import { Form, useNavigation, useSubmit, redirectDocument } from 'react-router';
import { accountTexts } from '#messages/accounts.ts';
import { platformTexts } from '#messages/platform.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { isRetryable, orProblem } from '../platform/or-problem.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { shopContext, serverContext } from '../platform/visit.ts';
import { pauseVisit } from '../platform/use-visit.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { FormResponse } from '../forms/use-submission.ts';
import type { Route } from './+types/email-verification-page';
import { AccountScreen, FormResult } from './account-screen.tsx';
import { pickTexts } from '#messages/define-texts.ts';
import { refillForm } from '../forms/submit.server.ts';
import '../forms/field.css';

export { handle } from './account-screen.tsx';

/** Verifies nothing: programs that follow the links of mails must not. */
export async function loader(args: Route.LoaderArgs) {
  const target = findTarget(args);
  const user = await args.context.get(shopContext).findUser();
  return { isValid: target !== null, isOwn: user !== null && String(user.id) === target?.id };
}

export const action = (args: Route.ActionArgs) => submitVerification(args);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** EmailVerification (product.md 2): where scripts run, the page submits its form by itself for the account's owner. */
export default function EmailVerificationPage({ loaderData, actionData }: Route.ComponentProps) {
  const texts = useTexts(accountTexts);
  const { retry } = useTexts(platformTexts);
  const { problem }: FormResponse<undefined> = actionData ?? {};
  const isBusy = useNavigation().state !== 'idle';
  if (!loaderData.isValid) return <Failure message={texts.verifyInvalid} />;
  if (!problem || isBusy) return <VerifyForm isOwn={loaderData.isOwn} />;
  return (
    <Failure message={texts.verifyFailed} isOffline={isRetryable(problem)}>
      <Form method="post" className="button-row">
        <Button kind="line" type="submit">
          {retry}
        </Button>
      </Form>
    </Failure>
  );
}

/** Programs that check the links of mails run scripts, too, but are not signed in. */
function VerifyForm({ isOwn }: { isOwn: boolean }) {
  const texts = useTexts(accountTexts);
  const isHydrated = useHydrated();
  const submit = useSubmit();
  const isBusy = useNavigation().state !== 'idle';
  const isSent = useRef(isBusy);
  useEffect(() => {
    if (!isOwn || isSent.current) return;
    isSent.current = true;
    void submit(null, { method: 'post' });
  }, [isOwn, submit]);
  // the message is for the next page, not for a header that loads in between
  useEffect(() => pauseVisit(), []);
  return (
    <AccountScreen title={texts.verifyTitle}>
      {isBusy || (isOwn && isHydrated) ? (
        <Spinner label={texts.verifying} />
      ) : (
        <Form method="post" className="form">
          <p>{texts.verifyText}</p>
          <Button type="submit" wide>
            {texts.verify}
          </Button>
        </Form>
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

/** Verifies the address; null for a link of another site. */
async function submitVerification(args: LoaderArgs) {
  const visit = args.context.get(shopContext);
  const params = findTarget(args);
  if (params === null) return null;
  const { problem } = await visit.call('verifyEmail', { params });
  if (problem !== null) return refillForm(problem, undefined);
  const { verified } = pickTexts(accountTexts, visit.language);
  visit.setFlash({ kind: 'success', text: verified });
  const isSignedIn = (await visit.findUser()) !== null;
  // its address is a secret, so it sends no referrer
  throw redirectDocument(isSignedIn ? '/user' : '/auth/login', 303);
}

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
