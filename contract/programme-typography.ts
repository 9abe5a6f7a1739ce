// How keys, opus and catalogue numbers and life dates are printed (design.md 1.3). Zod-free.
import type { Language } from './language.ts';

/** Narrow no-break space, after "op.", "Nr.", "BWV" … */
const THIN = '\u202F';
const KEY = /^([A-H])(is|es|s)?-(Dur|Moll)$/i;

/**
 * A key in the requested language: 'cis-Moll' is 'C sharp minor', 'H-Dur' is 'B major', 'B-Dur' is
 * 'B flat major'. Other texts stay unchanged.
 */
export function formatTonality(key: string, language: Language): string {
  const match = KEY.exec(key);
  if (match === null) return key;
  const [, letter = '', accidental = '', mode = ''] = match;
  const isMajor = mode.toLowerCase() === 'dur';
  if (language === 'de') {
    const name = letter.toLowerCase() + accidental.toLowerCase();
    return isMajor ? `${name.charAt(0).toUpperCase()}${name.slice(1)}-Dur` : `${name}-Moll`;
  }
  return `${englishNote(letter.toUpperCase(), accidental.toLowerCase())} ${isMajor ? 'major' : 'minor'}`;
}

/** H is B, B is B flat; Es and As are written without the first e. */
function englishNote(letter: string, accidental: string): string {
  if (letter === 'H') return accidental === 'is' ? 'B sharp' : 'B';
  if (letter === 'B' && accidental === '') return 'B flat';
  if (accidental === '') return letter;
  return `${letter} ${accidental === 'is' ? 'sharp' : 'flat'}`;
}

/** Opus: 'op. 76 Nr. 3' in German, 'Op. 76 No. 3' in English, with thin spaces after the abbreviations. */
export function formatOpus(opus: string, language: Language): string {
  const text = language === 'de' ? opus : opus.replace(/\bop\./gi, 'Op.').replace(/\bNr\./g, 'No.');
  return text.replace(/(\bop\.|\bNo\.|\bNr\.)\s+/gi, `$1${THIN}`);
}

/** Catalogue number: 'KV 551' is 'K 551' in English; a thin space before the number. */
export function formatCatalogueNumber(number: string, language: Language): string {
  const text = language === 'de' ? number : number.replace(/^KV\b/, 'K');
  return text.replace(/^(\p{L}+\.?)\s+/u, `$1${THIN}`);
}

/** Life dates: '1841–1904'; of the living '*1935' in German, 'b. 1935' in English. */
export function formatLifeDates(
  composer: { yearOfBirth: number | null; yearOfDeath: number | null },
  language: Language,
): string {
  const { yearOfBirth, yearOfDeath } = composer;
  if (yearOfBirth === null) return yearOfDeath === null ? '' : `†${THIN}${yearOfDeath}`;
  if (yearOfDeath !== null) return `${yearOfBirth}–${yearOfDeath}`;
  return language === 'de' ? `*${yearOfBirth}` : `b. ${yearOfBirth}`;
}

/** Binds numbers in a title to their abbreviation: no line breaks inside 'Nr. 1' and 'No. 1'. */
export function bindNumbers(title: string): string {
  return title.replace(/\b(Nr\.|No\.|op\.|Op\.) (?=\d)/g, `$1${THIN}`);
}

const NUMERALS: [number, string][] = [
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

/** A movement's number: 1 → I, 4 → IV … up to 89. */
export function romanNumeral(number: number): string {
  let rest = number;
  let text = '';
  for (const [value, sign] of NUMERALS) {
    while (rest >= value) {
      text += sign;
      rest -= value;
    }
  }
  return text;
}
