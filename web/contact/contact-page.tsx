import { contactTexts } from '#messages/contact.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { endForm, refillForm } from '../platform/form-data.server.ts';
import { useTexts } from '../platform/language.ts';
import { orProblem } from '../platform/or-problem.ts';
import { readFields, readText } from '../platform/read-fields.ts';
import { shopContext } from '../platform/server-context.ts';
import type { Route } from './+types/contact-page';
import { ContactForm, type ContactValues } from './contact-form.tsx';
import { DirectContact } from './direct-contact.tsx';
import './contact.css';

/** Sends the contact form's message. The server drops duplicates, so a cached page needs no key. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const form = await request.formData();
  const values: ContactValues = readFields(form, ['email', 'subject', 'message']);
  const body = { ...values, honeypot: readText(form, 'honeypot') };
  const { problem } = await visit.call('sendContactMessage', { body });
  if (problem !== null) return refillForm(problem, values);
  const { sent } = pickTexts(contactTexts, visit.language);
  return endForm(visit, form, { to: url.pathname, success: sent, result: { isSent: true } });
}

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
