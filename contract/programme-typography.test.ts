import { describe, expect, it } from 'vitest';
import {
  formatCatalogueNumber,
  formatLifeDates,
  formatOpus,
  formatTonality,
  bindNumbers,
} from './programme-typography.ts';

const THIN = '\u202f';

describe('keys', () => {
  it('translate H and B correctly', () => {
    expect(formatTonality('h-Moll', 'en')).toBe('B minor');
    expect(formatTonality('B-Dur', 'en')).toBe('B flat major');
    expect(formatTonality('H-Dur', 'en')).toBe('B major');
    expect(formatTonality('b-Moll', 'en')).toBe('B flat minor');
  });

  it.each([
    ['Es-Dur', 'E flat major'],
    ['As-Dur', 'A flat major'],
    ['Des-Dur', 'D flat major'],
    ['Ces-Dur', 'C flat major'],
    ['fis-Moll', 'F sharp minor'],
    ['cis-Moll', 'C sharp minor'],
    ['dis-Moll', 'D sharp minor'],
    ['a-Moll', 'A minor'],
  ])('%s is %s', (german, english) => {
    expect(formatTonality(german, 'en')).toBe(english);
  });

  it('are capital in major and small in minor in German', () => {
    expect(formatTonality('c-dur', 'de')).toBe('C-Dur');
    expect(formatTonality('CIS-MOLL', 'de')).toBe('cis-Moll');
  });

  it('stay unchanged when they are invalid', () => {
    expect(formatTonality('dorisch', 'en')).toBe('dorisch');
  });
});

describe('numbers', () => {
  it('have a thin space after the abbreviation', () => {
    expect(formatOpus('op. 76 Nr. 3', 'de')).toBe(`op.${THIN}76 Nr.${THIN}3`);
    expect(formatOpus('op. 76 Nr. 3', 'en')).toBe(`Op.${THIN}76 No.${THIN}3`);
    expect(formatCatalogueNumber('BWV 1048', 'en')).toBe(`BWV${THIN}1048`);
  });

  it('are bound to their abbreviation in titles, too', () => {
    expect(bindNumbers('Streichquartett Nr. 1 »Kreutzersonate«')).toBe(
      `Streichquartett Nr.${THIN}1 »Kreutzersonate«`,
    );
    expect(bindNumbers('Grand Duo')).toBe('Grand Duo');
  });

  it('use K for KV in English only', () => {
    expect(formatCatalogueNumber('KV 551', 'de')).toBe(`KV${THIN}551`);
    expect(formatCatalogueNumber('KV 551', 'en')).toBe(`K${THIN}551`);
  });
});

describe('life dates', () => {
  it('have an en dash, and a sign for living composers', () => {
    expect(formatLifeDates({ yearOfBirth: 1841, yearOfDeath: 1904 }, 'de')).toBe('1841–1904');
    expect(formatLifeDates({ yearOfBirth: 1935, yearOfDeath: null }, 'de')).toBe('*1935');
    expect(formatLifeDates({ yearOfBirth: 1935, yearOfDeath: null }, 'en')).toBe('b. 1935');
    expect(formatLifeDates({ yearOfBirth: null, yearOfDeath: null }, 'en')).toBe('');
  });
});
