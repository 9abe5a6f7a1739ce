import { Fragment } from 'react';
import { linkifyContacts } from './linkify-contacts.ts';

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
