import { redirect } from 'react-router';
import { sessionTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { shopContext } from '../platform/shop-context.ts';
import type { Route } from './+types/log-out-everywhere';
import { requireUser } from './require-user.server.ts';

export const loader = () => redirect('/user/profile');

/** Ends all sessions of the customer, this one included. */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  await requireUser(visit, new URL('/user/profile', request.url));
  const { problem } = await visit.call('logoutEverywhere', {});
  if (problem !== null) {
    visit.setFlash({ kind: 'danger', text: problem.message });
    throw redirect('/user/profile', 303);
  }
  visit.signOut();
  const text = pickTexts(sessionTexts, visit.language).loggedOutEverywhere;
  visit.setFlash({ kind: 'success', text });
  throw redirect('/auth/login', 303);
}
