import { redirect } from 'react-router';
import { layoutTexts } from '#messages/layout.ts';
import { platformTexts } from '#messages/platform.ts';
import type { Route } from './+types/newsletter-page';
import { useTexts } from '../platform/language.ts';
import { orProblem } from '../platform/or-problem.ts';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/server-context.ts';
import { NewsletterSignUp } from './newsletter-sign-up.tsx';
import { submitSignUp } from './submit-sign-up.server.ts';

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
