import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { SitePlan } from './site-plan.tsx';
import { performersOf } from './structured-data.ts';

/** The names on the plan, of a site with one venue. */
function namesOn(path: string): string[] {
  const venues = [{ slug: 'barn', name: 'Tenne' }];
  const plan = createElement(SitePlan, { here: 'barn', label: '', venues });
  const router = createMemoryRouter([{ path: '*', element: plan }], { initialEntries: [path] });
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return [...html.matchAll(/<text[^>]*>([^<]+)</g)].map(([, name]) => name ?? '');
}

test('the plan names the venues, the gatehouse as the entrance, and the river', () => {
  expect(namesOn('/concerts/9')).toEqual(['Tenne', 'Torhaus', 'Firnach']);
  expect(namesOn('/en/concerts/9')).toEqual(['Tenne', 'Gatehouse', 'Firnach']);
});

const musician = (name: string, instrument: string) => ({
  full_name: name,
  instrument: { description_english: instrument },
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
    { '@type': 'PerformingGroup', name: 'Erstes Quartett der Akademie' },
    { '@type': 'PerformingGroup', name: 'Kammerchor' },
  ]);
});
