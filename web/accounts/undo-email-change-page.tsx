import { redirectDocument } from 'react-router';
import { accountTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { responseTexts } from '#messages/responses.ts';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { refuse } from '../forms/submit.server.ts';
import { isRetryable, useForm } from '../forms/use-form.ts';
import { useTexts, LocalLink } from '../platform/language.tsx';
import { shopContext } from '../platform/visit.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import type { Route } from './+types/undo-email-change-page';
import { AccountScreen, FormResult } from './account-screen.tsx';

export { handle } from './account-screen.tsx';

export async function action({ context, url }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const token = url.searchParams.get('token') ?? '';
  const { problem } = await visit.submit('account:undo-email-change', { token });
  if (problem !== null) return refuse('undo', null, problem);
  const { emailChangeUndone } = pickTexts(responseTexts, visit.language);
  const { undoneHelp } = pickTexts(accountTexts, visit.language);
  visit.setFlash({ kind: 'success', text: `${emailChangeUndone}. ${undoneHelp}` });
  // if it was this browser's session, its cookie is deleted
  const isSignedIn = (await visit.findUser()) !== null;
  // the link is a secret, so its page sends no referrer
  throw redirectDocument(isSignedIn ? '/user' : '/auth/login', 303);
}

export { clientAction } from '../forms/client-action.ts';

/** Undoes a change of an account's address, by a button: programs that follow the links of mails press none. */
export default function UndoEmailChangePage() {
  const texts = useTexts(accountTexts);
  const form = useForm('undo');
  const isRefused = form.problem !== null && !isRetryable(form.problem);
  return (
    <AccountScreen title={texts.undoTitle} failed={form.hasFailed}>
      {isRefused ? (
        <Refused message={form.failure} />
      ) : (
        <FormShell form={form}>
          <p className="form__note">{texts.undoText}</p>
          <SubmitRow form={form} label={texts.undo} busyLabel={texts.saving} wide />
        </FormShell>
      )}
    </AccountScreen>
  );
}

function Refused({ message }: { message: string }) {
  const texts = useTexts(accountTexts);
  return (
    <FormResult>
      <AlertBox kind="danger">{`${message}.`}</AlertBox>
      <p className="form__note">{texts.undoHelp}</p>
      <LocalLink to="/contact" className="text-link">
        {texts.writeToUs}
      </LocalLink>
    </FormResult>
  );
}
