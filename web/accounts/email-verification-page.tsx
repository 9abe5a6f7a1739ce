import '../ui/field.css';
import { useEffect, useRef } from 'react';
import { Form, useNavigation, useSubmit } from 'react-router';
import { accountTexts } from '#messages/accounts.ts';
import { platformTexts } from '#messages/platform.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { isRetryable, orProblem } from '../platform/or-problem.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { shopContext } from '../platform/visit.ts';
import { pauseVisit } from '../platform/use-visit.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { FormResponse } from '../ui/use-submission.ts';
import type { Route } from './+types/email-verification-page';
import { AccountScreen, FormResult } from './account-screen.tsx';
import { findTarget, submitVerification } from './submit-verification.server.ts';

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
