import { Fragment } from 'react';
import { splitContacts } from './split-contacts.ts';

/** Paragraphs of the association's texts; who is named in them can be reached by a click. */
export function LinkedParagraphs({ texts }: { texts: string[] }) {
  return texts.map((text) => (
    <p key={text}>
      {splitContacts(text).map((part, index) =>
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
