/** A piece of a text; with `href` it is an e-mail address, a telephone number or a page elsewhere. */
export interface TextPart {
  text: string;
  href?: string;
}

/** An e-mail address, an international telephone number, a url without the full stop that follows it. */
const CONTACT =
  /([\w.+-]+@[\w-]+(?:\.[\w-]+)+)|(\+\d[\d\s()/-]{6,}\d)|(https?:\/\/\S*[^\s.,;:)])/gu;

/** Splits a text at its contacts. The parts together are the text. */
export function linkifyContacts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(CONTACT)) {
    const [found, email, phone] = match;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: found, href: email ? `mailto:${email}` : phone ? telHref(phone) : found });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** `tel:` with the digits alone; "(0)" is dialled only without the country's code. */
export const telHref = (phone: string) => `tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`;
