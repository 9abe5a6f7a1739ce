import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { PageHead } from '../platform/page-head.tsx';
import { SitePlan } from './venue-section.tsx';
import { breadcrumbData, performersOf } from './structured-data.ts';

/** The names on the plan, of an abbey with one venue. */
function namesOn(path: string): string[] {
  const venues = [{ slug: 'barn', name: 'Tenne' }];
  const plan = createElement(SitePlan, { here: 'barn', label: '', venues });
  const router = createMemoryRouter([{ id: 'site', path: '*', element: plan }], {
    initialEntries: [path],
    hydrationData: { loaderData: { site: { site: { foreground: 'abbey' } } } },
  });
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return [...html.matchAll(/<text[^>]*>([^<]+)</g)].map(([, name]) => name ?? '');
}

test('the plan names the venues, the gatehouse as the entrance, and the river', () => {
  expect(namesOn('/concerts/9')).toEqual(['Tenne', 'Torhaus', 'Firnach']);
  expect(namesOn('/en/concerts/9')).toEqual(['Tenne', 'Gatehouse', 'Firnach']);
});

const musician = (name: string, instrument: string) => ({
  name,
  instrument: { en: instrument },
});

test('soloists are persons, ensembles are groups, each is named once', () => {
  const musicians = [
    musician('Agnes Rákosfalvi', 'piano'),
    musician('Agnes Rákosfalvi', 'piano'),
    musician('Erstes Quartett der Akademie', 'string quartet'),
    musician('Kammerchor', 'vocal ensemble'),
  ];
  expect(performersOf(musicians)).toEqual([
    { '@type': 'Person', name: 'Agnes Rákosfalvi' },
    { '@type': 'MusicGroup', name: 'Erstes Quartett der Akademie' },
    { '@type': 'MusicGroup', name: 'Kammerchor' },
  ]);
});

test('search engines find the list above a concert', () => {
  const concert = { id: 9, title: 'Böhmen, weit fort' };
  const { itemListElement } = breadcrumbData(concert, 'https://festival.example', 'en');
  expect(itemListElement).toMatchObject([
    { position: 1, name: 'Concerts', item: 'https://festival.example/en/concerts/all' },
    { position: 2, name: concert.title, item: 'https://festival.example/en/concerts/9' },
  ]);
});

test.each([
  ['Böhmen, weit fort – 23. August 2025', 'Böhmen, weit fort – 23. August 2025'],
  [undefined, 'Böhmen, weit fort'],
])('a shared link has the title %s', (sharedTitle, shown) => {
  const props = {
    title: 'Böhmen, weit fort',
    ...(sharedTitle === undefined ? {} : { sharedTitle }),
  };
  const head = createElement(PageHead, props);
  const router = createMemoryRouter([{ path: '*', element: head }], {
    initialEntries: ['/de/concerts/9'],
  });
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  expect(html).toContain(`property="og:title" content="${shown}"`);
});
