import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\u202e\u2066',
  '\ufeff',
  '\r\nBcc: all@example.org',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '1e309',
  '-0',
  '0x10',
  '9'.repeat(400),
  '2147483648',
  '-1',
  '1.5',
  "' or 1=1 --",
  '${7*7}',
  '%s%n%x',
  '../../../etc/passwd',
  '{"a":',
  '[[[[',
  '[{"productId":1,"id":1,"quantity":1e400}]',
  'a'.repeat(5_000),
  'ä'.repeat(20_000),
  'a@b.co',
  `${'a'.repeat(250)}@b.co`,
  '👋🏽'.repeat(300),
];

/** Strings of any size and encoding, among them some that are known to break programs. */
export const hostileText = (): Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...texts) },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  );

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { a: value };
  return value;
};

/** JSON values of unexpected types and sizes. */
export const hostileValue = (): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: hostileText() },
    {
      weight: 2,
      arbitrary: fc.constantFrom<unknown>(
        null,
        true,
        [],
        {},
        [[]],
        [null],
        0,
        -0,
        -1,
        0.1,
        2 ** 31,
        2 ** 53,
        1e308,
        nested(40),
        nested(2_000),
        { toString: 1, valueOf: 2 },
        JSON.parse('{"__proto__":{"password":"x"}}') as unknown,
        { length: 1e9 },
        Array.from({ length: 500 }, () => 1),
      ),
    },
    { weight: 2, arbitrary: fc.jsonValue() },
    { weight: 1, arbitrary: fc.maxSafeInteger() },
  );
