import { redirect } from 'react-router';
import { readPath } from '../platform/form-data.server.ts';
import { shopContext } from '../platform/shop-context.ts';
import type { Route } from './+types/log-out';

export const loader = () => redirect('/');

/** Ends the session; pages that need one are left (product.md 2, Navigation rules). */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const from = readPath(await request.formData(), 'from');
  // one that has ended already needs no explanation
  if ((await visit.findUser()) !== null) await visit.call('logout', {});
  visit.signOut();
  throw redirect(/^\/user(?:[/?#]|$)/.test(from) ? '/' : from, 303);
}
