import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { providerCodeTexts } from '#messages/office/provider-codes.ts';

/** A code of the payment provider in plain words; one that is not known stays as it is. */
export function describeProviderCode(code: string, language: Language): string {
  const texts: Record<string, string> = pickTexts(providerCodeTexts, language);
  return texts[code] ?? code;
}
