import { redirect } from 'react-router';
import type { Route } from './+types/choose-language';
import { readPath } from '../forms/submit.server.ts';
import { readText } from '../forms/read-fields.ts';
import { localizedPath, withoutLanguage } from '../platform/language.tsx';
import { shopContext } from '../platform/visit.ts';

/** There is no page to read here. */
export const loader = () => redirect('/');

/**
 * The language switch: stores the choice for a year and redirects to the page in the other language
 * (product.md 10).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const to = readPath(form, 'to');
  const language = readText(form, 'language');
  if (language !== 'de' && language !== 'en') return redirect(to, 303);
  context.get(shopContext).setLanguage(language, { isLasting: true });
  return redirect(localizedPath(withoutLanguage(to), language), 303);
}
