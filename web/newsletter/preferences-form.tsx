import { useState } from 'react';
import { useFetcher } from 'react-router';
import type { ResponseOf } from '#contract/endpoints.ts';
import { newsletterTexts } from '#messages/newsletter.ts';
import { useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import { FormHiddenFields } from '../ui/form-hidden-fields.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { Switch } from '../ui/switch.tsx';
import { useSubmission, type FormResponse } from '../ui/use-submission.ts';
import '../ui/field.css';

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
export function PreferencesForm({ token, preferences, posted }: PreferencesFormProps) {
  const texts = useTexts(newsletterTexts);
  const fetcher = useFetcher<PreferencesResponse>();
  const { data = posted, state } = fetcher;
  const submission = useSubmission(fetcher, data?.problem);
  // later changes are not saved yet
  const [outdated, setOutdated] = useState<PreferencesResponse>();
  const isSaved = state === 'idle' && data?.isSaved === true && data !== outdated;
  const values = { ...preferences.preferences, ...preferences, ...posted?.values };
  return (
    <fetcher.Form
      className="form newsletter-page"
      method="post"
      action={`/newsletter-preferences/${token}`}
      onInput={() => setOutdated(data)}
    >
      <PageHead title={texts.title} failed={submission.failure !== ''} noindex />
      <FormHiddenFields />
      <p className="newsletter-page__address">
        {texts.forAddress} <strong>{preferences.email}</strong>
      </p>
      <Choices values={values} hasAddress={preferences.has_postal_address} />
      <SubmitRow
        state={submission}
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
