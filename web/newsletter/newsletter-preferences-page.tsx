import { data } from 'react-router';
import { newsletterTexts } from '#messages/newsletter.ts';
import { useTexts } from '../platform/language.ts';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext } from '../platform/server-context.ts';
import type { Route } from './+types/newsletter-preferences-page';
import { PreferencesForm } from './preferences-form.tsx';
import { PreferencesMissing } from './preferences-missing.tsx';
import { submitPreferences } from './submit-preferences.server.ts';
import './newsletter.css';

/** A subscriber's preferences; the page has its own text for an outdated link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = context.get(shopContext);
  const { response, problem } = await visit.call('getNewsletterPreferences', { params });
  const status = problem?.status ?? 200;
  return data({ preferences: response, status }, { status });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return submitPreferences(context.get(shopContext), params.token, await request.formData());
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** NewsletterPreferences (product.md 2). */
export default function NewsletterPreferencesPage({
  loaderData: { preferences, status },
  actionData,
  params,
}: Route.ComponentProps) {
  const texts = useTexts(newsletterTexts);
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.title}</h1>
      {preferences === null ? (
        <PreferencesMissing isLinkBroken={status === 404} />
      ) : (
        <PreferencesForm token={params.token} preferences={preferences} posted={actionData} />
      )}
    </div>
  );
}
