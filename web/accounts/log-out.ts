import { redirect } from 'react-router';
import { sessionTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { readPath } from '../forms/submit.server.ts';
import { readText } from '../forms/read-fields.ts';
import { shopContext, type Visit } from '../platform/visit.ts';
import type { Route } from './+types/log-out';

export const loader = () => redirect('/');

/** Ends the session, and leaves pages that need one (product.md 2, Navigation rules). */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const form = await request.formData();
  if (readText(form, 'everywhere') !== '') return await logOutEverywhere(visit);
  const from = readPath(form, 'from');
  // an expired session needs no explanation here
  if ((await visit.findUser()) !== null) await visit.submit('account:log-out', {});
  visit.signOut();
  throw redirect(/^\/user(?:[/?#]|$)/.test(from) ? '/' : from, 303);
}

/** Ends all sessions of the customer, this one included. */
async function logOutEverywhere(visit: Visit): Promise<never> {
  const texts = pickTexts(sessionTexts, visit.language);
  const { problem } = await visit.submit('account:log-out-everywhere', {});
  if (problem !== null) {
    visit.setFlash({ kind: 'danger', text: problem.message });
    throw redirect('/user/profile', 303);
  }
  visit.signOut();
  visit.setFlash({ kind: 'success', text: texts.loggedOutEverywhere });
  throw redirect('/auth/login', 303);
}
