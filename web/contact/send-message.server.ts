import { redirect } from 'react-router';
import type { Visit } from '#contract/visit.ts';
import { contactTexts } from '#messages/contact.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { refillForm } from '../platform/form-data.server.ts';
import { readFields, readText } from '../platform/read-fields.ts';
import type { ContactValues } from './check-message.ts';

/** Sends the contact form's message. The server drops duplicates, so a cached page needs no key. */
export async function sendMessage(visit: Visit, form: FormData, path: string) {
  const values: ContactValues = readFields(form, ['email', 'subject', 'message']);
  const body = { ...values, honeypot: readText(form, 'honeypot') };
  const { problem } = await visit.call('sendContactMessage', { body });
  if (problem !== null) return refillForm(problem, values);
  if (readText(form, 'live') !== '') return { isSent: true };
  const { sent } = pickTexts(contactTexts, visit.language);
  visit.setFlash({ kind: 'success', text: sent });
  throw redirect(path, 303);
}
