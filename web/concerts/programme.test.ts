import { describe, expect, it } from 'vitest';
import { groupByComposer, type Piece } from './group-by-composer.ts';
import { romanNumeral } from '#contract/programme-typography.ts';
import { shortMovement } from './movement-labels.ts';

function piece(id: number, fullName: string, intervalAfter = false): Piece {
  return {
    id,
    title: `Work ${id}`,
    opus: null,
    tonality: null,
    catalogue_no: null,
    composer: { id: 1, fullName, yearOfBirth: 1685, yearOfDeath: 1750 },
    interval_after: intervalAfter,
  };
}

describe('the programme', () => {
  it('puts consecutive works by one composer under one heading', () => {
    const groups = groupByComposer([piece(1, 'Bach'), piece(2, 'Bach'), piece(3, 'Ravel')]);
    expect(groups.map((group) => group.pieces.length)).toEqual([2, 1]);
  });

  it('starts a new heading after the interval, without the life dates again', () => {
    const groups = groupByComposer([piece(1, 'Bach', true), piece(2, 'Bach')]);
    expect(groups.map(({ repeated, intervalAfter }) => [repeated, intervalAfter])).toEqual([
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
