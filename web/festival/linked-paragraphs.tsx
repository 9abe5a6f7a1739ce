import { Fragment } from 'react';

/** Paragraphs of the association's texts: links e-mail addresses, telephone numbers and pages. */
export function LinkedParagraphs({ texts }: { texts: string[] }) {
  return texts.map((text) => (
    <p key={text}>
      {linkifyContacts(text).map((part, index) =>
        part.href === undefined ? (
          <Fragment key={index}>{bindEmail(part.text)}</Fragment>
        ) : (
          <a key={index} href={part.href}>
            {part.text}
          </a>
        ),
      )}
    </p>
  ));
}

/** No line ends within "E-Mail"; its usual hyphen can be searched for, unlike the no-break hyphen. */
const bindEmail = (text: string) => text.replaceAll('E-Mail', 'E-\u2060Mail');

/** A piece of a text; with `href` it is an e-mail address, a telephone number or a page elsewhere. */
interface TextPart {
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
