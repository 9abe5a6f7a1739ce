import { describe, expect, it } from 'vitest';
import { positionClass } from './season.tsx';

describe('placing without style attributes', () => {
  it('names hundreds, tens and ones of a thousandth', () => {
    expect(positionClass(0.479, 'wide')).toBe('wa4 wb7 wc9');
    expect(positionClass(0.05, 'phone')).toBe('pa0 pb5 pc0');
  });

  it('stays within the picture', () => {
    expect(positionClass(1.2, 'wide')).toBe('wa9 wb9 wc9');
    expect(positionClass(-0.1, 'wide')).toBe('wa0 wb0 wc0');
  });
});
