import { useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import { contactTexts } from '#messages/contact.ts';
import { uiTexts } from '#messages/ui.ts';
import { dismissAlert, showAlert } from '../platform/alerts.ts';
import { api } from '../platform/api.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { PageHead } from '../platform/page-head.tsx';
import { AlertBox } from '../ui/alert-box.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Field, TextArea } from '../ui/field.tsx';
import { SubmitRow } from '../ui/submit-row.tsx';
import { useForm } from '../ui/use-form.ts';
import { checkMessage, type ContactValues } from './check-message.ts';

/** What the server said to a post without script. */
export interface ContactAnswer {
  sent: boolean;
  /** As typed, when it was refused. */
  values: ContactValues | null;
  errors: Partial<Record<string, string>>;
}

const empty: ContactValues = { email: '', subject: '', message: '' };

/** The message to the association; posts itself, and a script only improves it. */
export function ContactForm(props: { answer: ContactAnswer | undefined }) {
  const texts = useTexts(contactTexts);
  const { form, trap, answer, arrived } = useContactForm(props.answer);
  const errors = { ...stillRefused(answer, form.values), ...form.errors };
  const field = (name: keyof ContactValues) => ({ ...form.field(name), error: errors[name] });
  const isRefused = answer?.sent === false || form.failed || Object.values(errors).some(Boolean);
  // where it posts itself; pages without scripts know by it that it does
  const here = useLocation().pathname;
  return (
    <form className="form contact__form" action={here} {...form.props}>
      <PageHead title={texts.title} description={texts.description} failed={isRefused} />
      {answer && (
        <AlertBox kind={answer.sent ? 'success' : 'danger'}>
          <p>{answer.sent ? texts.sent : texts.failed}</p>
        </AlertBox>
      )}
      {arrived && (
        <AlertBox kind="success">
          <p>{texts.arrived}</p>
        </AlertBox>
      )}
      <ErrorSummary title={useTexts(uiTexts).errorSummary} errors={errors} />
      <Field
        {...field('email')}
        label={texts.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="email"
      />
      <Field {...field('subject')} label={texts.subject} autoComplete="off" />
      <TextArea {...field('message')} label={texts.message} autoComplete="off" />
      <div className="contact__trap" aria-hidden="true">
        <label htmlFor="honeypot">{texts.trap}</label>
        <input ref={trap} id="honeypot" name="honeypot" tabIndex={-1} autoComplete="off" />
      </div>
      <SubmitRow state={form.state} label={texts.send} busyLabel={texts.sending} />
    </form>
  );
}

function useContactForm(first: ContactAnswer | undefined) {
  // holds until the next try
  const [answer, setAnswer] = useState(first);
  // what the passing alert says, for longer
  const [arrived, setArrived] = useState(false);
  const texts = useTexts(contactTexts);
  const language = useLanguage();
  const trap = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: answer?.values ?? empty,
    survivesReload: true,
    validate: (values) => checkMessage(values, language),
    async send(values, idempotencyKey) {
      // no person sees this field: a machine filled it, and learns nothing from the answer
      if (!trap.current?.value) {
        const body = { ...values, honeypot: '' };
        await api.call('sendContactMessage', { body }, { idempotencyKey });
      }
      showAlert('success', texts.sent);
      form.restart(empty);
      setArrived(true);
    },
    explain(error) {
      // the alert of a 403 stands already
      if (error.status === 403) return texts.failed;
      showAlert('danger', texts.failed);
      return error.status === 422 ? undefined : error.message;
    },
  });
  const onSubmit = (event: FormEvent) => {
    // what was said of the message before must not stand over this one
    dismissAlert();
    setAnswer(undefined);
    setArrived(false);
    form.props.onSubmit(event);
  };
  return { form: { ...form, props: { ...form.props, onSubmit } }, trap, answer, arrived };
}

/** The server's refusals of fields that have not been changed since. */
function stillRefused(answer: ContactAnswer | undefined, values: ContactValues) {
  const names = Object.keys(values) as (keyof ContactValues)[];
  const same = names.filter((name) => answer?.values?.[name] === values[name]);
  return Object.fromEntries(same.map((name) => [name, answer?.errors[name]]));
}
