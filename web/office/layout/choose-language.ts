import { redirect } from 'react-router';
import { officeContext } from '../platform/office-context.ts';
import type { Route } from './+types/choose-language';

/** Stores the language of the signed-in person, and leads back. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const office = context.get(officeContext);
  const to = String(form.get('to') ?? '');
  await office.run('staff:settings', { language: form.get('language') });
  return redirect(/^\/office(?:[/?]|$)/.test(to) ? to : '/office', 303);
}

/** Somebody who opens the address itself. */
export const loader = () => redirect('/office', 303);
