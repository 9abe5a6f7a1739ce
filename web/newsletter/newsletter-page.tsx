import { redirect } from 'react-router';
import { isEmail } from '#contract/rules.ts';
import { toLine } from '#contract/typed-text.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { layoutTexts } from '#messages/layout.ts';
import { platformTexts } from '#messages/platform.ts';
import { readText } from '../forms/read-fields.ts';
import { readPath, refuse } from '../forms/submit.server.ts';
import { NewsletterSignUp, useNewsletterLabel } from '../layout/newsletter-sign-up.tsx';
import { useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/visit.ts';
import type { Route } from './+types/newsletter-page';

/** Every footer has the sign-up; only a refused one has a page of its own. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request }) => {
    if (request.method === 'GET' || request.method === 'HEAD') throw redirect('/');
  },
];

/** Signs up for the newsletter: the same for known and unknown addresses (api.md, Contact and newsletter). */
export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const form = await request.formData();
  const texts = pickTexts(layoutTexts, visit.language);
  const email = readText(form, 'newsletter-email');
  const { problem } = await visit.submit('newsletter:sign-up', { email }, form);
  if (problem !== null) {
    const errors: Record<string, string> = {};
    if (!isEmail(toLine(email))) errors['newsletter-email'] = texts.newsletterEmailInvalid;
    return refuse('newsletter', form, { ...problem, errors });
  }
  visit.setFlash({ kind: 'success', text: texts.newsletterSent });
  throw redirect(readPath(form, 'from'), 303);
}

export { clientAction } from '../forms/client-action.ts';

/** A refused sign-up without scripts, and the reason. */
export default function NewsletterPage() {
  const { errorTitle } = useTexts(platformTexts);
  return (
    <div className="wrap page">
      <PageHead title={useNewsletterLabel()} failed noindex />
      <h1 className="page-title">{errorTitle}</h1>
      <NewsletterSignUp />
    </div>
  );
}
