import type { Visit } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { newsletterTexts } from '#messages/newsletter.ts';
import { endForm, refillForm } from '../platform/form-data.server.ts';
import { readText } from '../platform/read-fields.ts';

/** Saves the four switches of a subscriber, who is identified by the link's token alone. */
export async function submitPreferences(visit: Visit, token: string, form: FormData) {
  const isOn = (name: string) => readText(form, name) !== '';
  const values = {
    general: isOn('general'),
    concert_daily: isOn('concert_daily'),
    receive_news_email: isOn('receive_news_email'),
    receive_news_postal: isOn('receive_news_postal'),
  };
  const { general, concert_daily, ...ways } = values;
  const input = { params: { token }, body: { ...ways, preferences: { general, concert_daily } } };
  const { problem } = await visit.call('saveNewsletterPreferences', input);
  if (problem !== null) {
    // switches show no errors of their own: the form shows one message
    const message = Object.values(problem.errors)[0] ?? problem.message;
    return refillForm({ ...problem, message, errors: {} }, values);
  }
  const to = `/newsletter-preferences/${encodeURIComponent(token)}`;
  const { saved } = pickTexts(newsletterTexts, visit.language);
  return endForm(visit, form, { to, success: saved, result: { isSaved: true } });
}
