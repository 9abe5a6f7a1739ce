import { describe, expect, it } from 'vitest';
import { romanNumeral } from '#contract/programme-typography.ts';
import { shortMovement } from './panorama.tsx';

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
