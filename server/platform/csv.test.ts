import { expect, test } from 'vitest';
import { toCsvLine } from './csv.ts';

test.each([
  '01067',
  '=1+1',
  ' =1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠a',
  '+49 351',
  '1E5',
  '4006381333931',
])('a spreadsheet shows the text %s as it is', (text) => {
  expect(toCsvLine([text], 'de')).toBe(`'${text}\r\n`);
});

test.each(['Eva', '80331', '12 a', 'O‘Neill'])('the text %s needs nothing', (text) => {
  expect(toCsvLine([text], 'de')).toBe(`${text}\r\n`);
});

test('a cell stays one cell with the separator of the other language, too', () => {
  expect(toCsvLine(['Eva;=1+1', 'Ida,=1+1'], 'en')).toBe('"Eva;=1+1","Ida,=1+1"\r\n');
  expect(toCsvLine(['Eva;=1+1', 'Ida,=1+1'], 'de')).toBe('"Eva;=1+1";"Ida,=1+1"\r\n');
});

test('money in German stays one plain cell', () => {
  expect(toCsvLine([{ cents: 1250 }, 'a'], 'de')).toBe('12,50;a\r\n');
});
