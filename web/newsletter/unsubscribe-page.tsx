import { Form, useNavigation } from 'react-router';
import { newsletterTexts } from '#messages/newsletter.ts';
import { useTexts } from '../platform/language.ts';
import { orProblem } from '../platform/or-problem.ts';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/server-context.ts';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import type { Route } from './+types/unsubscribe-page';
import { PreferencesMissing } from './preferences-missing.tsx';
import { submitUnsubscribe } from './submit-unsubscribe.server.ts';
import '../ui/field.css';
import './newsletter.css';

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
            state={state}
            label={texts.unsubscribe}
            busyLabel={texts.saving}
            failureTitle={texts.saveFailed}
          />
        </Form>
      )}
    </div>
  );
}
