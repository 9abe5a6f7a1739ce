import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { groupByComposer, type Piece } from './group-by-composer.ts';
import { romanNumeral } from '#contract/programme-typography.ts';
import { NoBreakTitle } from './no-break-title.tsx';
import { shortMovement } from './panorama.tsx';

function piece(id: number, fullName: string, hasIntervalAfter = false): Piece {
  return {
    id,
    title: `Work ${id}`,
    opus: null,
    tonality: null,
    catalogue_no: null,
    composer: { id: 1, fullName, yearOfBirth: 1685, yearOfDeath: 1750 },
    interval_after: hasIntervalAfter,
  };
}

describe('the programme', () => {
  it('puts consecutive works by one composer under one heading', () => {
    const groups = groupByComposer([piece(1, 'Bach'), piece(2, 'Bach'), piece(3, 'Ravel')]);
    expect(groups.map((group) => group.pieces.length)).toEqual([2, 1]);
  });

  it('starts a new heading after the interval, without the life dates again', () => {
    const groups = groupByComposer([piece(1, 'Bach', true), piece(2, 'Bach')]);
    expect(groups.map(({ repeated, hasIntervalAfter }) => [repeated, hasIntervalAfter])).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});

describe('labels over the summits', () => {
  it('number movements in Roman numerals', () => {
    expect([1, 4, 9, 14, 20, 29, 40].map(romanNumeral)).toEqual([
      'I',
      'IV',
      'IX',
      'XIV',
      'XX',
      'XXIX',
      'XL',
    ]);
  });

  it('keep the tempo of a titled movement', () => {
    expect(shortMovement('Scherzo (Furiant). Molto vivace')).toBe('Molto vivace');
    expect(shortMovement('Verbunkos. Moderato, ben ritmato')).toBe('Moderato, ben ritmato');
    expect(shortMovement('Con moto – Vivo – Andante')).toBe('Con moto\u00A0– Vivo\u00A0– Andante');
    expect(shortMovement('Das Wandern')).toBe('Das Wandern');
  });
});

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
