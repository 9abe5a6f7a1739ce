import './newsletter.css';
import '../forms/field.css';
import { data, useFetcher } from 'react-router';
import { newsletterTexts } from '#messages/newsletter.ts';
import { useTexts } from '../platform/language.tsx';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext, type Visit } from '../platform/visit.ts';
import type { Route } from './+types/newsletter-preferences-page';
import { PreferencesMissing } from './preferences-missing.tsx';
import { useState } from 'react';
import type { ResponseOf } from '#contract/endpoints.ts';
import { PageHead } from '../platform/page-head.tsx';
import { FormHiddenFields } from '../forms/form-hidden-fields.tsx';
import { SubmitRow } from '../forms/form.tsx';
import { Switch } from '../ui/switch.tsx';
import { useSubmission, type FormResponse } from '../forms/use-submission.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { endForm, refillForm } from '../forms/submit.server.ts';
import { readText } from '../forms/read-fields.ts';

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

type Switches = Record<
  'general' | 'concert_daily' | 'receive_news_email' | 'receive_news_postal',
  boolean
>;

/** The result of the action. */
type PreferencesResponse = FormResponse<Switches> & { isSaved?: boolean };

interface PreferencesFormProps {
  token: string;
  preferences: ResponseOf<'getNewsletterPreferences'>;
  /** The response to a form sent without scripts. */
  posted: PreferencesResponse | undefined;
}

/** Four switches and one button; nothing is saved until it is pressed. */
function PreferencesForm({ token, preferences, posted }: PreferencesFormProps) {
  const texts = useTexts(newsletterTexts);
  const fetcher = useFetcher<PreferencesResponse>();
  const { data: answer = posted, state } = fetcher;
  const submission = useSubmission(fetcher, answer?.problem);
  // later changes are not saved yet
  const [outdated, setOutdated] = useState<PreferencesResponse>();
  const isSaved = state === 'idle' && answer?.isSaved === true && answer !== outdated;
  const values = { ...preferences.preferences, ...preferences, ...posted?.values };
  return (
    <fetcher.Form
      className="form newsletter-page"
      method="post"
      action={`/newsletter-preferences/${token}`}
      onInput={() => setOutdated(answer)}
    >
      <PageHead title={texts.title} failed={submission.failure !== ''} noindex />
      <FormHiddenFields />
      <p className="newsletter-page__address">
        {texts.forAddress} <strong>{preferences.email}</strong>
      </p>
      <Choices values={values} hasAddress={preferences.has_postal_address} />
      <SubmitRow
        form={submission}
        label={texts.save}
        busyLabel={texts.saving}
        failureTitle={texts.saveFailed}
      />
      <output className="form__saved">{isSaved && texts.saved}</output>
    </fetcher.Form>
  );
}

function Choices({ values, hasAddress }: { values: Switches; hasAddress: boolean }) {
  const texts = useTexts(newsletterTexts);
  return (
    <div className="newsletter-page__choices">
      <fieldset>
        <legend>{texts.what}</legend>
        <div>
          <Switch
            name="general"
            label={texts.general}
            text={texts.generalText}
            defaultChecked={values.general}
          />
          <Switch
            name="concert_daily"
            label={texts.daily}
            text={texts.dailyText}
            defaultChecked={values.concert_daily}
          />
        </div>
      </fieldset>
      <fieldset>
        <legend>{texts.how}</legend>
        <div>
          <Switch
            name="receive_news_email"
            label={texts.byEmail}
            defaultChecked={values.receive_news_email}
          />
          <Switch
            name="receive_news_postal"
            label={texts.byPost}
            {...(hasAddress ? { text: texts.byPostText } : { reason: texts.noAddress })}
            defaultChecked={values.receive_news_postal}
          />
        </div>
      </fieldset>
    </div>
  );
}

/** Saves the four switches of a subscriber, who is identified by the link's token alone. */
async function submitPreferences(visit: Visit, token: string, form: FormData) {
  const isOn = (name: string) => readText(form, name) !== '';
  const values = {
    general: isOn('general'),
    concert_daily: isOn('concert_daily'),
    receive_news_email: isOn('receive_news_email'),
    receive_news_postal: isOn('receive_news_postal'),
  };
  const { general, concert_daily, ...ways } = values;
  const input = { params: { token }, body: { ...ways, preferences: { general, concert_daily } } };
  const { problem } = await visit.call('saveNewsletterPreferences', input);
  if (problem !== null) {
    // switches show no errors of their own: the form shows one message
    const message = Object.values(problem.errors)[0] ?? problem.message;
    return refillForm({ ...problem, message, errors: {} }, values);
  }
  const to = `/newsletter-preferences/${encodeURIComponent(token)}`;
  const { saved } = pickTexts(newsletterTexts, visit.language);
  return endForm(visit, form, { to, success: saved, result: { isSaved: true } });
}
