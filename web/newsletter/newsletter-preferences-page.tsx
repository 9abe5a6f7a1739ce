import { data, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { newsletterTexts } from '#messages/newsletter.ts';
import { ApiError } from '../platform/api-error.ts';
import { useTexts } from '../platform/language.ts';
import { apiContext } from '../platform/server-context.ts';
import { PreferencesForm } from './preferences-form.tsx';
import { PreferencesMissing } from './preferences-missing.tsx';
import './newsletter.css';

/** A subscriber's preferences, with the first page; they are told by the link alone. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const token = params.token ?? '';
  const { api } = context.get(apiContext);
  try {
    const preferences = await api.call('getNewsletterPreferences', { params: { token } });
    return data({ token, preferences, status: 200 });
  } catch (error) {
    const status = error instanceof ApiError ? error.status || 503 : 500;
    return data({ token, preferences: null, status }, { status });
  }
}

/** NewsletterPreferences (product.md 2). */
export default function NewsletterPreferencesPage() {
  const { token, preferences, status } = useLoaderData<typeof loader>();
  const texts = useTexts(newsletterTexts);
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.title}</h1>
      {preferences === null ? (
        <PreferencesMissing isLinkBroken={status === 404} />
      ) : (
        <PreferencesForm token={token} preferences={preferences} />
      )}
    </div>
  );
}
