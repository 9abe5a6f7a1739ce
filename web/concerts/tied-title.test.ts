import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TiedTitle } from './tied-title.tsx';

/** What is kept on one line. */
const tied = (title: string) =>
  [...renderToStaticMarkup(createElement(TiedTitle, { title })).matchAll(/tied">([^<]+)</g)].map(
    ([, words]) => words,
  );

it('keeps a key on one line, in both languages', () => {
  expect(tied('Streichquartett Nr. 1 Es-Dur')).toEqual(['Es-Dur']);
  expect(tied('Clarinet Quintet in B minor')).toEqual(['B minor']);
  expect(tied('Octet in E flat major')).toEqual(['E flat major']);
  expect(tied('Sonata in F sharp minor')).toEqual(['F sharp minor']);
  expect(tied('A Major Event')).toEqual([]);
});

it('keeps a short name together', () => {
  expect(tied('Serenade »Gran Partita« B-Dur')).toEqual(['»Gran Partita«', 'B-Dur']);
  expect(tied('Symphony No. 41 “Jupiter” in C major')).toEqual(['“Jupiter”', 'C major']);
  expect(tied('»Clair de lune« aus der »Suite bergamasque«')).toEqual(['»Clair de lune«']);
});
