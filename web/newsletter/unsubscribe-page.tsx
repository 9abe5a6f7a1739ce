import '../forms/field.css';
import './newsletter.css';
import { Form, useNavigation, redirect } from 'react-router';
import { newsletterTexts } from '#messages/newsletter.ts';
import { useTexts } from '../platform/language.tsx';
import { orProblem } from '../platform/or-problem.ts';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext, type Visit } from '../platform/visit.ts';
import { SubmitRow } from '../forms/form.tsx';
import { useSubmission } from '../forms/use-submission.ts';
import type { Route } from './+types/unsubscribe-page';
import { PreferencesMissing } from './preferences-missing.tsx';
import { pickTexts } from '#messages/define-texts.ts';
import { refillForm } from '../forms/submit.server.ts';

export const action = ({ params, context }: Route.ActionArgs) =>
  submitUnsubscribe(context.get(shopContext), params.token);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/**
 * A single button, for people who open the address of a mail's `List-Unsubscribe` header. Programs that follow links
 * switch nothing off.
 */
export default function UnsubscribePage({ actionData }: Route.ComponentProps) {
  const texts = useTexts(newsletterTexts);
  const state = useSubmission(useNavigation(), actionData?.problem);
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.unsubscribeTitle}</h1>
      {actionData?.problem?.status === 404 ? (
        <PreferencesMissing isLinkBroken />
      ) : (
        <Form className="form newsletter-page" method="post">
          <PageHead title={texts.unsubscribeTitle} failed={state.failure !== ''} noindex />
          <p>{texts.unsubscribeText}</p>
          <SubmitRow
            form={state}
            label={texts.unsubscribe}
            busyLabel={texts.saving}
            failureTitle={texts.saveFailed}
          />
        </Form>
      )}
    </div>
  );
}

/** Switches the e-mails off, by the token of a mail's `List-Unsubscribe` header, which opens no preferences. */
async function submitUnsubscribe(visit: Visit, token: string) {
  const input = { params: { token }, body: { 'List-Unsubscribe': 'One-Click' } } as const;
  const { problem } = await visit.call('unsubscribeNewsletter', input);
  if (problem !== null) return refillForm(problem, undefined);
  const { unsubscribed } = pickTexts(newsletterTexts, visit.language);
  visit.setFlash({ kind: 'success', text: unsubscribed });
  throw redirect('/', 303);
}
