import { useState, type FormEvent } from 'react';
import type { ResponseOf } from '#contract/endpoints.ts';
import { newsletterTexts } from '#messages/newsletter.ts';
import { platformTexts } from '#messages/platform.ts';
import { api } from '../platform/api.ts';
import { useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/switch.tsx';
import '../ui/field.css';

type Preferences = ResponseOf<'getNewsletterPreferences'>;

type SaveOutcome = 'saved' | 'failed';

interface PreferencesFormProps {
  token: string;
  preferences: Preferences;
}

/** Four switches and one button; nothing is saved before it is pressed. */
export function PreferencesForm({ token, preferences }: PreferencesFormProps) {
  const texts = useTexts(newsletterTexts);
  const form = usePreferences(token, preferences);
  const isAlive = useHydrated();
  const { values, change } = form;
  const hasAddress = preferences.has_postal_address;
  return (
    <form
      className="form newsletter-page"
      method="post"
      onSubmit={(event) => void form.save(event)}
    >
      <PageHead title={texts.title} failed={form.outcome === 'failed'} noindex />
      <p className="newsletter-page__address">
        {texts.forAddress} <strong>{preferences.email}</strong>
      </p>
      <div className="newsletter-page__choices">
        <fieldset disabled={!isAlive}>
          <legend>{texts.what}</legend>
          <div>
            <Switch
              name="general"
              label={texts.general}
              text={texts.generalText}
              checked={values.general}
              onChange={(general) => change({ general })}
            />
            <Switch
              name="concert_daily"
              label={texts.daily}
              text={texts.dailyText}
              checked={values.concert_daily}
              onChange={(concert_daily) => change({ concert_daily })}
            />
          </div>
        </fieldset>
        <fieldset disabled={!isAlive}>
          <legend>{texts.how}</legend>
          <div>
            <Switch
              name="receive_news_email"
              label={texts.byEmail}
              checked={values.receive_news_email}
              onChange={(receive_news_email) => change({ receive_news_email })}
            />
            <Switch
              name="receive_news_postal"
              label={texts.byPost}
              {...(hasAddress ? { text: texts.byPostText } : { reason: texts.noAddress })}
              checked={values.receive_news_postal}
              onChange={(receive_news_postal) => change({ receive_news_postal })}
            />
          </div>
        </fieldset>
      </div>
      <SaveRow busy={form.busy} isAlive={isAlive} outcome={form.outcome} failure={form.failure} />
    </form>
  );
}

interface SaveRowProps {
  busy: boolean;
  /** The script has come: a page whose address is secret cannot post a form by itself. */
  isAlive: boolean;
  outcome: SaveOutcome | undefined;
  failure: string;
}

function SaveRow({ busy, isAlive, outcome, failure }: SaveRowProps) {
  const texts = useTexts(newsletterTexts);
  const { retry } = useTexts(platformTexts);
  const label = outcome === 'failed' ? retry : texts.save;
  return (
    <div className="submit-row">
      {outcome === 'failed' && (
        <AlertBox kind="danger">
          <p>{texts.saveFailed}</p>
          {failure !== '' && <p>{failure}</p>}
        </AlertBox>
      )}
      <div className="button-row">
        <Button type="submit" disabled={!isAlive} aria-disabled={busy || undefined}>
          {busy ? texts.saving : label}
        </Button>
      </div>
      <noscript>
        <p className="form__note">{texts.needsScript}</p>
      </noscript>
      <output className="form__saved">{outcome === 'saved' && texts.saved}</output>
    </div>
  );
}

function usePreferences(token: string, known: Preferences) {
  const [values, setValues] = useState({
    ...known.preferences,
    receive_news_email: known.receive_news_email,
    receive_news_postal: known.receive_news_postal,
  });
  const [outcome, setOutcome] = useState<SaveOutcome>();
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  const change = (some: Partial<typeof values>) => {
    setValues((all) => ({ ...all, ...some }));
    if (outcome === 'saved') setOutcome(undefined);
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setOutcome(undefined);
    const { general, concert_daily, ...ways } = values;
    const input = { params: { token }, body: { ...ways, preferences: { general, concert_daily } } };
    try {
      await api.call('saveNewsletterPreferences', input, { ownStatuses: true });
      setOutcome('saved');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '');
      setOutcome('failed');
    } finally {
      setBusy(false);
    }
  };

  return { values, change, save, busy, outcome, failure };
}
