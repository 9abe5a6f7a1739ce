import { redirect } from 'react-router';
import { officeContext } from '../platform/office-context.ts';
import { returnPath } from '../platform/return-path.ts';
import { flatten } from '../platform/submit-form.server.ts';
import type { Route } from './+types/choose-language';

/** Stores the language of the signed-in person, and redirects back. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const office = context.get(officeContext);
  const { to, language } = flatten(form);
  await office.run('staff:settings', { language });
  return redirect(returnPath(to), 303);
}

/** For a visitor who opens the address itself. */
export const loader = () => redirect('/office', 303);
