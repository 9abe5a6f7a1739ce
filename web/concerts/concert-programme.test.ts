import { describe, expect, it } from 'vitest';
import { groupByComposer, type Piece } from './concert-programme.tsx';

function piece(id: number, fullName: string, hasIntervalAfter = false): Piece {
  return {
    id,
    title: `Work ${id}`,
    opus: null,
    tonality: null,
    catalogueNo: null,
    composer: { id: 1, fullName, yearOfBirth: 1685, yearOfDeath: 1750 },
    hasIntervalAfter,
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

  it('names the room where it changes only, an interval or not', () => {
    const played = (id: number, name: string, venue: string, hasIntervalAfter = false) => ({
      ...piece(id, name, hasIntervalAfter),
      venue,
    });
    const groups = groupByComposer([
      played(1, 'Mozart', 'Kreuzgang', true),
      played(2, 'Shaw', 'Tenne'),
      played(3, 'Haydn', 'Tenne'),
      played(4, 'Haydn', 'Kirche', true),
      played(5, 'Pärt', 'Kirche'),
    ]);
    expect(groups.map(({ venue }) => venue)).toEqual([
      'Kreuzgang',
      'Tenne',
      undefined,
      'Kirche',
      undefined,
    ]);
    expect(groupByComposer([piece(1, 'Bach')])[0]?.venue).toBeUndefined();
  });
});
