import { redirect } from 'react-router';
import type { Visit } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { newsletterTexts } from '#messages/newsletter.ts';
import { refillForm } from '../platform/form-data.server.ts';

/** Switches the e-mails off, by the token of a mail's `List-Unsubscribe` header, which opens no preferences. */
export async function submitUnsubscribe(visit: Visit, token: string) {
  const input = { params: { token }, body: { 'List-Unsubscribe': 'One-Click' } } as const;
  const { problem } = await visit.call('unsubscribeNewsletter', input);
  if (problem !== null) return refillForm(problem, undefined);
  const { unsubscribed } = pickTexts(newsletterTexts, visit.language);
  visit.setFlash({ kind: 'success', text: unsubscribed });
  throw redirect('/', 303);
}
