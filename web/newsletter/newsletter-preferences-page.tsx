import './newsletter.css';
import { data, redirect } from 'react-router';
import { pickTexts } from '#messages/define-texts.ts';
import { newsletterTexts } from '#messages/newsletter.ts';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { readText } from '../forms/read-fields.ts';
import { refuse } from '../forms/submit.server.ts';
import { useForm } from '../forms/use-form.ts';
import { useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/visit.ts';
import { Switch } from '../ui/switch.tsx';
import type { Route } from './+types/newsletter-preferences-page';
import { PreferencesMissing } from './preferences-missing.tsx';

/** A subscriber's preferences; the page has its own text for an outdated link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const visit = context.get(shopContext);
  const { output, problem } = await visit.tryRead('newsletter:preferences', params);
  const status = problem?.status ?? 200;
  return data({ preferences: output, status }, { status });
}

/** Saves the four switches of a subscriber, who is identified by the link's token alone. */
export async function action({ request, params: { token }, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const form = await request.formData();
  const isOn = (name: string) => readText(form, name) !== '';
  const entries = {
    token,
    preferences: { general: isOn('general'), concert_daily: isOn('concert_daily') },
    receive_news_email: isOn('receive_news_email'),
    receive_news_postal: isOn('receive_news_postal'),
  };
  const { problem } = await visit.submit('newsletter:save-preferences', entries, form);
  if (problem !== null) {
    // switches show no errors of their own: the form shows one message
    const message = Object.values(problem.errors)[0] ?? problem.message;
    return refuse('preferences', form, { ...problem, message, errors: {} });
  }
  const { saved } = pickTexts(newsletterTexts, visit.language);
  visit.setFlash({ kind: 'success', text: saved });
  throw redirect(`/newsletter-preferences/${encodeURIComponent(token)}`, 303);
}

export { clientAction } from '../forms/client-action.ts';

/** NewsletterPreferences (product.md 2). */
export default function NewsletterPreferencesPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(newsletterTexts);
  const { preferences, status } = loaderData;
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.title}</h1>
      {preferences === null ? (
        <PreferencesMissing isLinkBroken={status === 404} />
      ) : (
        <PreferencesForm preferences={preferences} />
      )}
    </div>
  );
}

interface PreferencesFormProps {
  preferences: NonNullable<Route.ComponentProps['loaderData']['preferences']>;
}

type SwitchName = 'general' | 'concert_daily' | 'receive_news_email' | 'receive_news_postal';

/** Four switches and one button; nothing is saved until it is pressed. */
function PreferencesForm({ preferences }: PreferencesFormProps) {
  const texts = useTexts(newsletterTexts);
  const form = useForm<SwitchName>('preferences');
  const choice = (name: SwitchName) => ({
    name,
    defaultChecked: form.values(name, preferences[name] ? ['on'] : []).length > 0,
  });
  return (
    <FormShell form={form} className="form newsletter-page">
      <PageHead title={texts.title} failed={form.hasFailed} noindex />
      <p className="newsletter-page__address">
        {texts.forAddress} <strong>{preferences.email}</strong>
      </p>
      <div className="newsletter-page__choices">
        <fieldset>
          <legend>{texts.what}</legend>
          <div>
            <Switch {...choice('general')} label={texts.general} text={texts.generalText} />
            <Switch {...choice('concert_daily')} label={texts.daily} text={texts.dailyText} />
          </div>
        </fieldset>
        <fieldset>
          <legend>{texts.how}</legend>
          <div>
            <Switch {...choice('receive_news_email')} label={texts.byEmail} />
            <Switch
              {...choice('receive_news_postal')}
              label={texts.byPost}
              {...(preferences.has_postal_address
                ? { text: texts.byPostText }
                : { reason: texts.noAddress })}
            />
          </div>
        </fieldset>
      </div>
      <SubmitRow
        form={form}
        label={texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.saveFailed}
      />
    </FormShell>
  );
}
