import type { Language } from '#contract/language.ts';
import type { Flash } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';

/** Tells that the session has ended without a logout (product.md 4). */
export function sessionEnded(language: Language): Flash {
  return { kind: 'info', text: pickTexts(platformTexts, language).sessionEnded };
}
