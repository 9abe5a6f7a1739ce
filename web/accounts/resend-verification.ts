import { redirect } from 'react-router';
import { accountTexts, personalTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { shopContext } from '../platform/visit.ts';
import type { Route } from './+types/resend-verification';
import { requireUser } from './require-user.server.ts';

export const loader = () => redirect('/');

/** Sends the verification mail again (product.md 4), unless the address was verified in the meantime. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const page = { method: 'POST', url: new URL('/user', request.url) };
  const { emailVerifiedAt, pendingEmail } = await requireUser(visit, page);
  if (emailVerifiedAt !== null && pendingEmail === null) {
    const { verified } = pickTexts(accountTexts, visit.language);
    visit.setFlash({ kind: 'success', text: verified });
    throw redirect('/user', 303);
  }
  const form = await request.formData();
  const { problem } = await visit.submit('account:resend-verification', {}, form);
  const { resent, resendFailed } = pickTexts(personalTexts, visit.language);
  visit.setFlash(
    problem === null
      ? { kind: 'success', text: resent }
      : { kind: 'danger', text: `${resendFailed}. ${problem.message}` },
  );
  throw redirect('/user', 303);
}

export { clientAction } from '../forms/client-action.ts';
