import type { Visit } from '#contract/visit.ts';
import { contactTexts } from '#messages/contact.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { endForm, refillForm } from '../platform/form-data.server.ts';
import { readFields, readText } from '../platform/read-fields.ts';
import type { ContactValues } from './contact-form.tsx';

/**
 * Sends the contact form's message. The server drops duplicates, so a cached page needs no key.
 *
 * @param to the page, in its language
 */
export async function submitMessage(visit: Visit, form: FormData, to: string) {
  const values: ContactValues = readFields(form, ['email', 'subject', 'message']);
  const body = { ...values, honeypot: readText(form, 'honeypot') };
  const { problem } = await visit.call('sendContactMessage', { body });
  if (problem !== null) return refillForm(problem, values);
  const { sent } = pickTexts(contactTexts, visit.language);
  return endForm(visit, form, { to, success: sent, result: { isSent: true } });
}
