import { expect, it } from 'vitest';
import { tempoOf, UNKNOWN_TEMPO } from './concert-ranges.ts';

it.each([
  ['Presto con fuoco', 1],
  ['Scherzo (Furiant). Molto vivace', 1],
  ['Vif et agité', 1],
  ['Rasch und feurig', 1],
  ['Sebes. Allegro vivace', 1],
  ['Scherzo. Allegro leggierissimo', 0.9],
  ['Allegro ma non troppo', 0.8],
  ['[Allegro]', 0.8],
  ['Allegretto', 0.66],
  ['Menuett I/II', 0.54],
  ['Dumka. Andante con moto', 0.66],
  ['Adagio – Con moto – Vivo', 0.44],
  ['Pihenő. Lento', 0.44],
  ['Très lent', 0.44],
  ['Langsam', 0.44],
  ['III. Largo', 0.44],
])('%s rises to %d', (title, height) => {
  expect(tempoOf(title).height).toBe(height);
});

it('makes slow movements domes and fast ones spires', () => {
  expect(tempoOf('Adagio').sharpness).toBeLessThan(0.2);
  expect(tempoOf('Presto').sharpness).toBeGreaterThan(0.9);
});

it('takes a middle height for a title without tempo', () => {
  expect(tempoOf('Der Leiermann')).toEqual(UNKNOWN_TEMPO);
});
