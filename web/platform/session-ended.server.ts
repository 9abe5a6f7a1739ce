import type { Language } from '#contract/language.ts';
import type { Flash } from '#contract/visit.ts';
import { sessionTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';

/** The message that the session has ended without a logout (product.md 4). */
export function sessionEnded(language: Language): Flash {
  return { kind: 'info', text: pickTexts(sessionTexts, language).sessionEnded };
}
