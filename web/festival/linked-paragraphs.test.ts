import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LinkedParagraphs } from './linked-paragraphs.tsx';

test('no line ends within E-Mail, and addresses stay as they are', () => {
  const texts = ['Ihre E-Mail-Adresse: E-Mail@example.org'];
  expect(renderToStaticMarkup(createElement(LinkedParagraphs, { texts }))).toBe(
    '<p>Ihre E-\u2060Mail-Adresse: <a href="mailto:E-Mail@example.org">E-Mail@example.org</a></p>',
  );
});
