import './newsletter.css';
import { redirect } from 'react-router';
import { pickTexts } from '#messages/define-texts.ts';
import { newsletterTexts } from '#messages/newsletter.ts';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { refuse } from '../forms/submit.server.ts';
import { useForm } from '../forms/use-form.ts';
import { useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/visit.ts';
import type { Route } from './+types/unsubscribe-page';
import { PreferencesMissing } from './preferences-missing.tsx';

/** Switches the e-mails off, by the token of a mail's `List-Unsubscribe` header, which opens no preferences. */
export async function action({ params: { token }, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const { problem } = await visit.submit('newsletter:unsubscribe', { token });
  if (problem !== null) return refuse('unsubscribe', null, problem);
  const { unsubscribed } = pickTexts(newsletterTexts, visit.language);
  visit.setFlash({ kind: 'success', text: unsubscribed });
  throw redirect('/', 303);
}

export { clientAction } from '../forms/client-action.ts';

/**
 * A single button, for people who open the address of a mail's `List-Unsubscribe` header. Programs that follow links
 * switch nothing off.
 */
export default function UnsubscribePage() {
  const texts = useTexts(newsletterTexts);
  const form = useForm('unsubscribe');
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.unsubscribeTitle}</h1>
      {form.problem?.status === 404 ? (
        <PreferencesMissing isLinkBroken />
      ) : (
        <FormShell form={form} className="form newsletter-page">
          <PageHead title={texts.unsubscribeTitle} failed={form.hasFailed} noindex />
          <p>{texts.unsubscribeText}</p>
          <SubmitRow
            form={form}
            label={texts.unsubscribe}
            busyLabel={texts.saving}
            failureTitle={texts.saveFailed}
          />
        </FormShell>
      )}
    </div>
  );
}
