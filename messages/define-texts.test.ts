import { describe, expect, it } from 'vitest';
import { defineTexts, pickTexts } from './define-texts.ts';

const texts = defineTexts({
  title: { de: 'Warenkorb', en: 'Cart' },
  count: {
    de: (p: { count: number }) => `${p.count} Karten`,
    en: (p: { count: number }) => `${p.count} tickets`,
  },
});

describe('texts', () => {
  it('are returned in the requested language', () => {
    expect(pickTexts(texts, 'de').title).toBe('Warenkorb');
    expect(pickTexts(texts, 'en').count({ count: 3 })).toBe('3 tickets');
  });

  it('are the same object at every call', () => {
    expect(pickTexts(texts, 'de')).toBe(pickTexts(texts, 'de'));
  });
});
