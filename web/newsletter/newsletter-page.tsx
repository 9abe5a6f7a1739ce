import { redirect, data } from 'react-router';
import { layoutTexts } from '#messages/layout.ts';
import { platformTexts } from '#messages/platform.ts';
import type { Route } from './+types/newsletter-page';
import { useTexts } from '../platform/language.tsx';
import { orProblem } from '../platform/or-problem.ts';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext, type Visit } from '../platform/visit.ts';
import { NewsletterSignUp } from '../layout/newsletter-sign-up.tsx';
import { isEmail } from '#contract/rules.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { endForm, readPath, refillForm, SAME_FORM_SECONDS } from '../forms/submit.server.ts';
import { readText } from '../forms/read-fields.ts';

/** Every footer has the sign-up; only a refused one has a page of its own. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ request }) => {
    if (request.method === 'GET' || request.method === 'HEAD') throw redirect('/');
  },
];

export const action = async ({ request, context }: Route.ActionArgs) =>
  submitSignUp(context.get(shopContext), await request.formData());

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** A refused sign-up without scripts, and the reason. */
export default function NewsletterPage({ actionData }: Route.ComponentProps) {
  const texts = useTexts(layoutTexts);
  const { errorTitle } = useTexts(platformTexts);
  return (
    <div className="wrap page">
      <PageHead title={texts.newsletterLabel} failed noindex />
      <h1 className="page-title">{errorTitle}</h1>
      <NewsletterSignUp response={actionData} />
    </div>
  );
}

/** Signs up for the newsletter: the same for known and unknown addresses (api.md, Contact and newsletter). */
async function submitSignUp(visit: Visit, form: FormData) {
  const email = readText(form, 'newsletter-email').trim();
  const texts = pickTexts(layoutTexts, visit.language);
  const values = { email, from: readPath(form, 'from') };
  // a double press sends one mail
  const once = { withinSeconds: SAME_FORM_SECONDS };
  const { problem } = await visit.call('signUpForNewsletter', { body: { email } }, once);
  if (problem !== null) {
    const message = isEmail(email) ? problem.message : texts.newsletterEmailInvalid;
    return refillForm({ ...problem, message }, values);
  }
  const flash = { kind: 'success', text: texts.newsletterSent } as const;
  return data(endForm(visit, form, { to: values.from, flash, result: { problem: null, values } }));
}
