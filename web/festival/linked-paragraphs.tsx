import { Fragment } from 'react';
import { linkifyContacts } from './linkify-contacts.ts';

/** Paragraphs of the association's texts: links e-mail addresses, telephone numbers and pages. */
export function LinkedParagraphs({ texts }: { texts: string[] }) {
  return texts.map((text) => (
    <p key={text}>
      {linkifyContacts(text).map((part, index) =>
        part.href === undefined ? (
          <Fragment key={index}>{part.text}</Fragment>
        ) : (
          <a key={index} href={part.href}>
            {part.text}
          </a>
        ),
      )}
    </p>
  ));
}
