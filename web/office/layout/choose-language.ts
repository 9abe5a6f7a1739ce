import { redirect } from 'react-router';
import { languages } from '#contract/language.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { readText } from '../../forms/read-fields.ts';
import { officeContext } from '../platform/office-context.ts';
import { returnPath } from '../platform/submit-form.server.ts';
import type { Route } from './+types/choose-language';

/** Stores the language of the signed-in person, and redirects back to a page that says so in this language. */
export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const chosen = readText(form, 'language');
  const language = languages.find((each) => each === chosen);
  if (language === undefined) throw new Response(null, { status: 404 });
  await office.submit('staff:settings', { language });
  office.setFlash({ text: staffTexts.languageSaved[language] });
  return redirect(returnPath(readText(form, 'to')), 303);
}

/** For a visitor who opens the address itself. */
export const loader = () => redirect('/office', 303);
