import { redirect } from 'react-router';
import type { Language } from '#contract/language.ts';
import type { Flash, Visit } from '#contract/visit.ts';
import { sessionTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';

/** The message that the session has ended without a logout (product.md 4). */
export function sessionEnded(language: Language): Flash {
  return { kind: 'info', text: pickTexts(sessionTexts, language).sessionEnded };
}

/** Redirects a form whose session has ended to the login, with the message, and from there to `path`. */
export function leaveForLogin(visit: Visit, path: string): Response {
  visit.setFlash(sessionEnded(visit.language));
  return redirect(`/auth/login?next=${encodeURIComponent(path)}`, 303);
}
