import './contact.css';
import { redirect } from 'react-router';
import { checkMessage, type ContactMessage } from '#contract/forms.ts';
import { contactTexts } from '#messages/contact.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { telHref } from '../festival/linked-paragraphs.tsx';
import { Field, TextArea } from '../forms/fields.tsx';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { readFields } from '../forms/read-fields.ts';
import { refuse } from '../forms/submit.server.ts';
import { useForm } from '../forms/use-form.ts';
import { LocalLink, useLanguage, useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { useSite } from '../platform/site.ts';
import { shopContext } from '../platform/visit.ts';
import { AlertBox } from '../ui/alert-box.tsx';
import { Abbey } from '../ui/illustrations.tsx';
import type { Route } from './+types/contact-page';

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const form = await request.formData();
  const entries = readFields(form, ['email', 'subject', 'message', 'honeypot']);
  const { problem } = await visit.submit('contact:send', entries, form);
  if (problem !== null) return refuse('contact', form, problem);
  visit.setFlash({ kind: 'success', text: pickTexts(contactTexts, visit.language).sent });
  throw redirect(url.pathname, 303);
}

export { clientAction } from '../forms/client-action.ts';

/** Contact (product.md 2 and 5). */
export default function ContactPage() {
  const texts = useTexts(contactTexts);
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.title}</h1>
      <p className="lead contact__lead">{texts.lead}</p>
      <p className="contact__lost">
        {texts.lostTickets}{' '}
        <LocalLink to="/tickets/find" className="text-link">
          {texts.findTickets}
        </LocalLink>
      </p>
      <div className="contact">
        <ContactForm />
        <DirectContact />
      </div>
    </div>
  );
}

/** The message to the association. */
function ContactForm() {
  const texts = useTexts(contactTexts);
  const language = useLanguage();
  const form = useForm<keyof ContactMessage>('contact', {
    check: (message) => checkMessage(message, language),
    onAccepted: (element) => element.reset(),
  });
  return (
    <FormShell form={form} className="form contact__form">
      <PageHead title={texts.title} description={texts.description} failed={form.hasFailed} />
      {form.problem && <AlertBox kind="danger">{texts.failed}</AlertBox>}
      <Field
        {...form.field('email')}
        label={texts.email}
        hint={texts.emailHint}
        type="email"
        autoComplete="email"
      />
      <Field {...form.field('subject')} label={texts.subject} autoComplete="off" />
      <TextArea {...form.field('message')} label={texts.message} autoComplete="off" />
      <div className="contact__trap" aria-hidden="true">
        <label htmlFor="honeypot">{texts.trap}</label>
        <input id="honeypot" name="honeypot" tabIndex={-1} autoComplete="off" />
      </div>
      <SubmitRow form={form} label={texts.send} busyLabel={texts.sending} />
    </FormShell>
  );
}

/** Address, telephone and e-mail of the association, under its house. */
function DirectContact() {
  const { association } = useSite();
  const texts = useTexts(contactTexts);
  const language = useLanguage();
  return (
    <section className="contact__direct" aria-labelledby="direct-contact">
      <Abbey />
      <h2 id="direct-contact">{texts.orDirectly}</h2>
      <address lang={language === 'de' ? undefined : 'de'}>
        {association.name}
        <br />
        {association.street}
        <br />
        {association.postalCode} {association.city}
        <a href={telHref(association.phone)}>{association.phone}</a>
        <a href={`mailto:${association.email}`}>{association.email}</a>
      </address>
    </section>
  );
}
