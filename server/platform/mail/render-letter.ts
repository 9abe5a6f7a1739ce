import type { Language } from '#contract/language.ts';
import type { Letter, LetterSender } from './email.ts';
import { letterHtml } from './email-html.ts';
import { letterText } from './email-text.ts';

/** A letter as HTML document and as plain text, both complete. */
export function renderLetter(
  letter: Letter,
  options: { language: Language; sender: LetterSender },
): { html: string; text: string } {
  return {
    html: letterHtml(letter, options.sender, options.language),
    text: letterText(letter, options.sender),
  };
}
