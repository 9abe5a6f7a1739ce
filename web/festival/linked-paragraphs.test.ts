import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LinkedParagraphs, linkifyContacts, telHref } from './linked-paragraphs.tsx';

test('no line ends within E-Mail, and addresses stay as they are', () => {
  const texts = ['Ihre E-Mail-Adresse: E-Mail@example.org'];
  expect(renderToStaticMarkup(createElement(LinkedParagraphs, { texts }))).toBe(
    '<p>Ihre E-\u2060Mail-Adresse: <a href="mailto:E-Mail@example.org">E-Mail@example.org</a></p>',
  );
});

test('addresses and numbers become links, the words around them stay', () => {
  expect(
    linkifyContacts('post@marienfirn.example, Telefon +49\u00A089\u00A099998\u00A0125. Wir'),
  ).toEqual([
    { text: 'post@marienfirn.example', href: 'mailto:post@marienfirn.example' },
    { text: ', Telefon ' },
    { text: '+49\u00A089\u00A099998\u00A0125', href: 'tel:+498999998125' },
    { text: '. Wir' },
  ]);
});

test('a page elsewhere is linked without the full stop of its sentence', () => {
  expect(linkifyContacts('Mehr steht unter https://stripe.com/de/privacy.')).toEqual([
    { text: 'Mehr steht unter ' },
    { text: 'https://stripe.com/de/privacy', href: 'https://stripe.com/de/privacy' },
    { text: '.' },
  ]);
});

test('a text without contacts stays whole', () => {
  const text = '1979 kamen 412 Mitglieder, § 36 VSBG, 082599, Steuernummer 999/815/00000';
  expect(linkifyContacts(text)).toEqual([{ text }]);
  expect(linkifyContacts('')).toEqual([]);
});

test('a number is dialled by its digits', () => {
  expect(telHref('+49 (0)89 99998-125')).toBe('tel:+498999998125');
  expect(telHref('089 / 99998')).toBe('tel:08999998');
});
