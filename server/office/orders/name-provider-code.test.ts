import { expect, test } from 'vitest';
import { nameProviderCode } from './name-provider-code.ts';

test('a code of the payment provider is put in words, an unknown one stays', () => {
  expect(nameProviderCode('expired_or_canceled_card', 'de')).toBe(
    'die Karte ist abgelaufen oder gekündigt',
  );
  expect(nameProviderCode('declined', 'en')).toBe('the bank declined it');
  expect(nameProviderCode('something_new', 'de')).toBe('something_new');
});
