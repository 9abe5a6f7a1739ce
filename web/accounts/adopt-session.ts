import { redirect } from 'react-router';
import { readText } from '../platform/read-fields.ts';
import { sessionEnded } from '../platform/session-ended.server.ts';
import { shopContext } from '../platform/server-context.ts';
import type { Route } from './+types/adopt-session';

export const loader = () => redirect('/');

/**
 * Adopts the session that the previous version stored in the browser, unless somebody has signed in since; an expired
 * one is explained. Remove it once that version's tokens have expired, after ACCESS_TOKEN_DAYS.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const token = readText(await request.formData(), 'token');
  const user = (await visit.findUser()) ?? (token === '' ? null : await visit.adoptToken(token));
  if (user === null) visit.setFlash(sessionEnded(visit.language));
  // a redirect would lose the message on a page that nobody sees
  return new Response(null, { status: 204 });
}
