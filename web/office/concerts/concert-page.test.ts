import { createElement, type ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { concertOfficeTexts as texts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import ConcertPage from './concert-page.tsx';

type Props = ComponentProps<typeof ConcertPage>;

const concert: Props['loaderData']['concert'] = {
  id: 9,
  slug: 'serenade',
  version: 1,
  runs: [],
  title: 'Serenade',
  startsAt: '2025-08-23T18:00:00+02:00',
  venue: 'Kreuzgang',
  state: 'draft',
  sale: null,
  validTickets: 0,
  places: null,
  onSaleFrom: null,
  onSaleUntil: null,
  isDeletable: true,
  path: null,
};

/** The page after one of its forms was refused. */
function renderRefused(form: string, errors: Record<string, string>): string {
  const loaderData = { concert, orders: null, events: [] };
  const props = { loaderData } as unknown as Props;
  const element = createElement(ConcertPage, props);
  const router = createMemoryRouter([{ id: 'page', path: '*', element }], {
    initialEntries: ['/office/concerts/9'],
    hydrationData: {
      loaderData: { page: {} },
      actionData: { page: { form, entries: null, problem: { status: 422, errors } } },
    },
  });
  return renderToStaticMarkup(createElement(RouterProvider, { router }));
}

test('each button that was refused says what is wrong, with a link to the field', () => {
  for (const [form, errors, reason, link] of [
    ['publish', { 'piece-add': 'A piece is missing.' }, texts.incomplete.de, 'programme#piece-add'],
    ['version', { venue: 'Unknown.' }, formTexts.errors.de, 'details#venue'],
    ['undo-sale', { quantity: 'At least 9.' }, formTexts.errors.de, 'sale#quantity'],
  ] as const) {
    const html = renderRefused(form, errors);
    const [, alert = ''] = /role="alert"[^>]*>(.*?)<\/div>/s.exec(html) ?? [];
    expect(alert).toContain(reason);
    expect(alert).toContain(`href="/office/concerts/9/${link}"`);
    expect(alert).toContain(Object.values(errors)[0]);
  }
});
