import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { Concert } from './concert-summary.ts';
import { PracticalNotes } from './ticket-panel.tsx';

const section = (text: string) => ({ name: text, heading: text, paragraphs: [text] });
const sections = {
  'box-office': section('Am Torhaus'),
  'selling-points': section('Im Klosterladen'),
};

function notesOf(sale: Partial<Concert>): string {
  const concert = {
    ...sale,
    id: 9,
    date: '2025-08-23T19:30:00+02:00',
    isAcademy: false,
    location: { venue: 'Tenne' },
    product: { id: 1 },
  } as unknown as Concert;
  const notes = createElement(PracticalNotes, { concert, sections });
  const router = createMemoryRouter([{ path: '*', element: notes }]);
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

test('a concert on sale names the box office and the other selling points', () => {
  const notes = notesOf({ isOnSale: true, available: 1 });
  expect(notes).toContain('Am Torhaus');
  expect(notes).toContain('Im Klosterladen');
});

test('a sold-out one names the box office alone if that has tickets left', () => {
  const notes = notesOf({ isOnSale: true, available: 0, hasBoxOfficeTickets: true });
  expect(notes).toContain('Am Torhaus');
  expect(notes).not.toContain('Im Klosterladen');
});

test.each([
  ['is sold out', { isOnSale: true, available: 0 }],
  ['is not on sale', { isOnSale: false, available: 9 }],
  ['is planned', { isOnSale: false, available: 9, onSaleFrom: '2099-05-01T10:00:00+02:00' }],
])('one that %s names no way to buy', (_, sale) => {
  const notes = notesOf(sale);
  expect(notes).toContain('Tenne');
  expect(notes).not.toContain('Am Torhaus');
  expect(notes).not.toContain('Im Klosterladen');
});
