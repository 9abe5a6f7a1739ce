import type { Language } from '#contract/language.ts';
import type { Email, EmailSender } from './email.ts';
import { emailHtml } from './email-html.ts';
import { emailText } from './email-text.ts';

/** A letter as HTML document and as plain text, both complete. */
export function renderEmail(
  letter: Email,
  options: { language: Language; sender: EmailSender },
): { html: string; text: string } {
  return {
    html: emailHtml(letter, options.sender, options.language),
    text: emailText(letter, options.sender),
  };
}
