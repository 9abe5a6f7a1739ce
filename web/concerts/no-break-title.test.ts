import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { NoBreakTitle } from './no-break-title.tsx';

describe('the title of a work', () => {
  /** The parts that are kept on one line. */
  const partsOf = (title: string) =>
    [
      ...renderToStaticMarkup(createElement(NoBreakTitle, { title })).matchAll(
        /no-break">([^<]+)</g,
      ),
    ].map(([, words]) => words);

  it('keeps a key on one line, in both languages', () => {
    expect(partsOf('Streichquartett Nr. 1 Es-Dur')).toEqual(['Es-Dur']);
    expect(partsOf('Clarinet Quintet in B minor')).toEqual(['B minor']);
    expect(partsOf('Octet in E flat major')).toEqual(['E flat major']);
    expect(partsOf('Sonata in F sharp minor')).toEqual(['F sharp minor']);
    expect(partsOf('A Major Event')).toEqual([]);
  });

  it('keeps a short name together', () => {
    expect(partsOf('Serenade »Gran Partita« B-Dur')).toEqual(['»Gran Partita«', 'B-Dur']);
    expect(partsOf('Symphony No. 41 “Jupiter” in C major')).toEqual(['“Jupiter”', 'C major']);
    expect(partsOf('»Clair de lune« aus der »Suite bergamasque«')).toEqual(['»Clair de lune«']);
  });
});
