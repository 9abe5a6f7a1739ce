import './contact.css';
import { contactTexts } from '#messages/contact.ts';
import { useTexts, useLanguage } from '../platform/language.tsx';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext, type Visit } from '../platform/visit.ts';
import type { Route } from './+types/contact-page';
import { ContactForm, type ContactValues } from './contact-form.tsx';
import { useSite } from '../platform/site.ts';
import { telHref } from '../festival/linked-paragraphs.tsx';
import abbey from '../festival/abbey.svg?url';
import { pickTexts } from '#messages/define-texts.ts';
import { endForm, refillForm } from '../forms/submit.server.ts';
import { readFields, readText } from '../forms/read-fields.ts';

export const action = async ({ request, url, context }: Route.ActionArgs) =>
  submitMessage(context.get(shopContext), await request.formData(), url.pathname);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** Contact (product.md 2 and 5). */
export default function ContactPage({ actionData }: Route.ComponentProps) {
  const texts = useTexts(contactTexts);
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.title}</h1>
      <p className="lead contact__lead">{texts.lead}</p>
      <div className="contact">
        <ContactForm posted={actionData} />
        <DirectContact />
      </div>
    </div>
  );
}

/** Address, telephone and e-mail of the association, under its house. */
function DirectContact() {
  const { association } = useSite();
  const texts = useTexts(contactTexts);
  const language = useLanguage();
  return (
    <section className="contact__direct" aria-labelledby="direct-contact">
      <img src={abbey} alt="" width="640" height="260" />
      <h2 id="direct-contact">{texts.orDirectly}</h2>
      <address lang={language === 'de' ? undefined : 'de'}>
        {association.name}
        <br />
        {association.street}
        <br />
        {association.postal_code} {association.city}
        <a href={telHref(association.phone)}>{association.phone}</a>
        <a href={`mailto:${association.email}`}>{association.email}</a>
      </address>
    </section>
  );
}

/**
 * Sends the contact form's message. The server drops duplicates, so a cached page needs no key.
 *
 * @param to the page, in its language
 */
async function submitMessage(visit: Visit, form: FormData, to: string) {
  const values: ContactValues = readFields(form, ['email', 'subject', 'message']);
  const body = { ...values, honeypot: readText(form, 'honeypot') };
  const { problem } = await visit.call('sendContactMessage', { body });
  if (problem !== null) return refillForm(problem, values);
  const { sent } = pickTexts(contactTexts, visit.language);
  return endForm(visit, form, { to, success: sent, result: { isSent: true } });
}
