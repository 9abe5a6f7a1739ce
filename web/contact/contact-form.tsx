import { useEffect, type RefObject } from 'react';
import { useFetcher, useLocation } from 'react-router';
import type { Language } from '#contract/language.ts';
import { contactTexts } from '#messages/contact.ts';
import { dismissAlert, showAlert } from '../platform/alerts.ts';
import { brokenEmail, messagesOf, missing } from '../forms/field-rules.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { AlertBox } from '../ui/alert-box.tsx';
import { ErrorSummary, SubmitRow } from '../forms/form.tsx';
import { Field, TextArea } from '../forms/fields.tsx';
import { FormHiddenFields } from '../forms/form-hidden-fields.tsx';
import { useLiveErrors } from '../forms/use-live-errors.ts';
import { useSubmission, type FormResponse } from '../forms/use-submission.ts';

/** A message as typed; names are those of the wire. */
export type ContactValues = Record<'email' | 'subject' | 'message', string>;

/** The result of the action. */
type ContactResponse = FormResponse<ContactValues> & { isSent?: boolean };

/** The message to the association. `posted` is the response to a form sent without scripts. */
export function ContactForm({ posted }: { posted: ContactResponse | undefined }) {
  const texts = useTexts(contactTexts);
  const language = useLanguage();
  const fetcher = useFetcher<ContactResponse>();
  const { problem, values } = fetcher.data ?? posted ?? {};
  const form = useLiveErrors(problem?.errors, (typed: ContactValues) =>
    checkMessage(typed, language),
  );
  const state = useSubmission(fetcher, problem);
  const { busy } = state;
  const isFailed = !busy && (Boolean(problem) || form.hasErrors);
  useAlerts(fetcher.data, busy, form.props.ref);
  return (
    <fetcher.Form
      className="form contact__form"
      method="post"
      action={useLocation().pathname}
      {...form.props}
    >
      <PageHead title={texts.title} description={texts.description} failed={isFailed} />
      <FormHiddenFields />
      {!busy && posted?.problem && !fetcher.data && (
        <AlertBox kind="danger">{texts.failed}</AlertBox>
      )}
      <ErrorSummary errors={form.errors} />
      <Field
        {...form.field('email')}
        defaultValue={values?.email}
        label={texts.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="email"
      />
      <Field
        {...form.field('subject')}
        defaultValue={values?.subject}
        label={texts.subject}
        autoComplete="off"
      />
      <TextArea
        {...form.field('message')}
        defaultValue={values?.message}
        label={texts.message}
        autoComplete="off"
      />
      <div className="contact__trap" aria-hidden="true">
        <label htmlFor="honeypot">{texts.trap}</label>
        <input id="honeypot" name="honeypot" tabIndex={-1} autoComplete="off" />
      </div>
      <SubmitRow state={state} label={texts.send} busyLabel={texts.sending} />
    </fetcher.Form>
  );
}

/** The alerts of product.md 8, and an empty form once the message is sent. */
function useAlerts(
  response: ContactResponse | undefined,
  isBusy: boolean,
  form: RefObject<HTMLFormElement | null>,
): void {
  const { sent, failed } = useTexts(contactTexts);
  useEffect(() => {
    // an alert about the previous message must not remain above this one
    if (isBusy) return dismissAlert();
    if (response?.problem) showAlert('danger', failed);
    if (!response?.isSent) return;
    showAlert('success', sent);
    form.current?.reset();
  }, [response, isBusy, form, sent, failed]);
}

/** The rules of product.md 5, in the order of the fields. */
export const checkMessage = ({ email, subject, message }: ContactValues, language: Language) =>
  messagesOf(
    {
      email: brokenEmail(email),
      subject: missing(subject, 'SUBJECT_REQUIRED'),
      message: missing(message, 'MESSAGE_REQUIRED'),
    },
    language,
  );
