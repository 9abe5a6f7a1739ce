import { Form, redirectDocument, useNavigation } from 'react-router';
import { accountTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { refillForm } from '../forms/submit.server.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { isRetryable, orProblem } from '../platform/or-problem.ts';
import { shopContext } from '../platform/visit.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { SubmitRow } from '../forms/form.tsx';
import { useSubmission, type FormResponse } from '../forms/use-submission.ts';
import type { Route } from './+types/undo-email-change-page';
import { AccountScreen, FormResult } from './account-screen.tsx';
import '../forms/field.css';

export { handle } from './account-screen.tsx';

export async function action({ context, url }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const body = { token: url.searchParams.get('token') ?? '' };
  const { response, problem } = await visit.call('undoEmailChange', { body });
  if (problem !== null) return refillForm(problem, undefined);
  const { undoneHelp } = pickTexts(accountTexts, visit.language);
  visit.setFlash({ kind: 'success', text: `${response.message}. ${undoneHelp}` });
  // if it was this browser's session, its cookie is deleted
  const isSignedIn = (await visit.findUser()) !== null;
  // the link is a secret, so its page sends no referrer
  throw redirectDocument(isSignedIn ? '/user' : '/auth/login', 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** Undoes a change of an account's address, by a button: programs that follow the links of mails press none. */
export default function UndoEmailChangePage({ actionData }: Route.ComponentProps) {
  const texts = useTexts(accountTexts);
  const { problem }: FormResponse<undefined> = actionData ?? {};
  return (
    <AccountScreen title={texts.undoTitle} failed={problem !== undefined}>
      {problem && <AlertBox kind="danger">{`${problem.message}.`}</AlertBox>}
      {problem && !isRetryable(problem) ? <Refused /> : <UndoForm />}
    </AccountScreen>
  );
}

function UndoForm() {
  const texts = useTexts(accountTexts);
  // the page shows the problem
  const state = useSubmission(useNavigation(), null);
  return (
    <Form method="post" className="form">
      <p className="form__note">{texts.undoText}</p>
      <SubmitRow form={state} label={texts.undo} busyLabel={texts.saving} wide />
    </Form>
  );
}

function Refused() {
  const texts = useTexts(accountTexts);
  return (
    <FormResult>
      <p className="form__note">{texts.undoHelp}</p>
      <LocalLink to="/contact" className="text-link">
        {texts.writeToUs}
      </LocalLink>
    </FormResult>
  );
}
