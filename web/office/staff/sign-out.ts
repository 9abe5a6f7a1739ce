import { redirect } from 'react-router';
import { commandLabels } from '#messages/office/command-labels.ts';
import { officeContext } from '../platform/office-context.ts';
import type { Route } from './+types/sign-out';

/** Ends the session, and redirects to the sign-in. */
export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  if (office.visitor !== null) await office.submit('staff:sign-out', {}, await request.formData());
  office.setSession(null);
  office.setFlash({ text: `${commandLabels['staff:sign-out'][office.signedOutLanguage]}.` });
  return redirect('/office/sign-in', 303);
}

/** For a visitor who opens the address itself. */
export const loader = () => redirect('/office', 303);
