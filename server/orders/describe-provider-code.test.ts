import { expect, test } from 'vitest';
import { describeProviderCode } from './list-orders.ts';

test('a code of the payment provider is put in words, an unknown one stays', () => {
  expect(describeProviderCode('expired_or_canceled_card', 'de')).toBe(
    'die Karte ist abgelaufen oder gekündigt',
  );
  expect(describeProviderCode('declined', 'en')).toBe('the bank declined it');
  expect(describeProviderCode('charge_disputed', 'de')).toBe('die Zahlung ist angefochten');
  expect(describeProviderCode('something_new', 'de')).toBe('something_new');
});
