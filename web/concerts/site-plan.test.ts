import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { SitePlan } from './site-plan.tsx';

/** The names on the plan, of a site with one venue. */
function namesOn(path: string): string[] {
  const venues = [{ slug: 'barn', name: 'Tenne' }];
  const plan = createElement(SitePlan, { here: 'barn', label: '', venues });
  const router = createMemoryRouter([{ path: '*', element: plan }], { initialEntries: [path] });
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return [...html.matchAll(/<text[^>]*>([^<]+)</g)].map(([, name]) => name ?? '');
}

it('names the venues, the gatehouse as the entrance, and the river', () => {
  expect(namesOn('/concerts/9')).toEqual(['Tenne', 'Torhaus', 'Firnach']);
  expect(namesOn('/en/concerts/9')).toEqual(['Tenne', 'Gatehouse', 'Firnach']);
});
