import { redirect } from 'react-router';
import { accountTexts, personalTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { refillForm, SAME_FORM_SECONDS } from '../forms/submit.server.ts';
import { readText } from '../forms/read-fields.ts';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext } from '../platform/visit.ts';
import type { Route } from './+types/resend-verification';
import { requireUser } from './require-user.server.ts';

export const loader = () => redirect('/');

/** Sends the verification mail again (product.md 4), unless the address was verified in the meantime. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const isHydrated = readText(await request.formData(), 'hydrated') !== '';
  const page = { method: 'POST', url: new URL('/user', request.url) };
  const { user_data } = await requireUser(visit, page);
  if (user_data.email_verified_at !== null && user_data.email_pending === null) {
    // a flash: the warning with the button disappears from the page
    const { verified } = pickTexts(accountTexts, visit.language);
    visit.setFlash({ kind: 'success', text: verified });
    throw redirect('/user', 303);
  }
  // a double press sends one mail
  const once = { withinSeconds: SAME_FORM_SECONDS };
  const { problem } = await visit.call('resendVerification', {}, once);
  const texts = pickTexts(personalTexts, visit.language);
  if (isHydrated) return problem === null ? { isSent: true } : refillForm(problem, undefined);
  const failure = `${texts.resendFailed}. ${problem?.message ?? ''}`;
  visit.setFlash(
    problem === null ? { kind: 'success', text: texts.resent } : { kind: 'danger', text: failure },
  );
  throw redirect('/user', 303);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);
