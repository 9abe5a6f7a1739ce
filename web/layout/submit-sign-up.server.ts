import { data } from 'react-router';
import { isEmail } from '#contract/rules.ts';
import type { Visit } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { layoutTexts } from '#messages/layout.ts';
import { endForm, readPath, refillForm, SAME_FORM_SECONDS } from '../platform/form-data.server.ts';
import { readText } from '../platform/read-fields.ts';

/** Signs up for the newsletter: the same for known and unknown addresses (api.md, Contact and newsletter). */
export async function submitSignUp(visit: Visit, form: FormData) {
  const email = readText(form, 'newsletter-email').trim();
  const texts = pickTexts(layoutTexts, visit.language);
  const values = { email, from: readPath(form, 'from') };
  // a double press sends one mail
  const once = { withinSeconds: SAME_FORM_SECONDS };
  const { problem } = await visit.call('signUpForNewsletter', { body: { email } }, once);
  if (problem !== null) {
    const message = isEmail(email) ? problem.message : texts.newsletterEmailInvalid;
    return refillForm({ ...problem, message }, values);
  }
  const flash = { kind: 'success', text: texts.newsletterSent } as const;
  return data(endForm(visit, form, { to: values.from, flash, result: { problem: null, values } }));
}
